import { eventsPath, liveEvent, type LiveEvent } from '@portside/contract/events';
import { useEffect, useEffectEvent } from 'react';
import { browserId } from './browser-name.ts';
import { eventReader, type SentEvent } from './event-text.ts';
import { createHttp } from './http.ts';
import { proveKey } from './key-proof.ts';
import { type Page, usePage } from './page.tsx';
import { session } from './session.ts';
import { createStore, useStore } from './store.ts';

type Http = ReturnType<typeof createHttp>;
type Listener = (event: LiveEvent) => void;

/** Doubles with each failure. */
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;
/** The server sends something every 15 seconds. */
const SILENT_MS = 40_000;

/** One stream per page, while anybody listens. */
const live = createStore(false);
const listeners = new Set<Listener>();
let reading: AbortController | undefined;
/** The token, or an anonymous browser. */
let readingFor: string | undefined;
let lastId: string | undefined;

/**
 * Calls `changed` on events of the customer who is logged in. @returns whether the stream is up; if
 * not, poll
 */
export function useLiveEvents(changed: Listener): boolean {
  const page = usePage();
  const notify = useEffectEvent(changed);
  useEffect(() => followEvents(page, (event) => notify(event)), [page]);
  return useStore(live, false);
}

/**
 * Outside of components, and for anonymous browsers. @param up the stream is (again) up: events may
 * have been missed @returns stops it
 */
export function followEvents(
  { brand, language }: Page,
  changed: Listener,
  up: () => void = () => {},
): () => void {
  // The same function may listen twice.
  const listener: Listener = (event) => changed(event);
  listeners.add(listener);
  const stopUp = live.subscribe(() => live.get() && up());
  if (readingFor !== identity()) close();
  if (!reading) {
    const http = createHttp({
      base: '',
      client: brand.client,
      language,
      token: session.token,
      browserId,
      prove: proveKey,
      cookies: () => document.cookie,
    });
    open(http);
  }
  return () => {
    stopUp();
    listeners.delete(listener);
    if (listeners.size === 0) close();
  };
}

const identity = () => session.token() ?? browserId();

function open(http: Http): void {
  const mine = new AbortController();
  reading = mine;
  readingFor = identity();
  void follow(http, mine.signal);
}

function close(): void {
  reading?.abort();
  reading = undefined;
  readingFor = undefined;
  lastId = undefined;
  live.set(false);
}

async function follow(http: Http, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const end = await readOnce(http, signal);
    if (signal.aborted) return;
    live.set(false);
    if (end === 'again') pause = FIRST_PAUSE_MS;
    // Another tab has the stream until somebody looks at this one.
    else if (end === 'replaced') await lookedAt(signal);
    else {
      await passed(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

async function readOnce(http: Http, signal: AbortSignal): Promise<'again' | 'replaced' | 'broken'> {
  let end: 'again' | 'replaced' | 'broken' = 'broken';
  const handle = (sent: SentEvent) => {
    if (sent.event === 'ready') live.set(true);
    else if (sent.event === 'again' || sent.event === 'replaced') end = sent.event;
    else dispatch(sent);
  };
  // Somebody logged in or out since.
  if (readingFor === undefined || readingFor !== identity()) return end;
  const dead = new AbortController();
  const die = () => dead.abort();
  let silence = setTimeout(die, SILENT_MS);
  // A lost network cuts the stream without an event.
  const back = () => {
    end = 'again';
    die();
  };
  addEventListener('online', back);
  signal.addEventListener('abort', die);
  try {
    const response = await http.open(eventsPath, {
      headers: { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) },
      signal: dead.signal,
    });
    if (!response.ok || !response.body) return end;
    const read = eventReader(handle);
    const decoder = new TextDecoder();
    const body = response.body.getReader();
    for (;;) {
      const { done, value } = await body.read();
      if (done) return end;
      clearTimeout(silence);
      silence = setTimeout(die, SILENT_MS);
      read(decoder.decode(value, { stream: true }));
    }
  } catch {
    // What was missed is loaded again.
    return end;
  } finally {
    clearTimeout(silence);
    removeEventListener('online', back);
    signal.removeEventListener('abort', die);
  }
}

function dispatch({ id, event, data }: SentEvent): void {
  if (id !== undefined) lastId = id;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return;
  }
  const known = liveEvent.safeParse({ ...(parsed as object), kind: event });
  if (!known.success) return;
  for (const listener of Array.from(listeners)) listener(known.data);
}

function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

function lookedAt(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const came = () => {
      removeEventListener('focus', came);
      resolve();
    };
    addEventListener('focus', came);
    signal.addEventListener('abort', came);
  });
}
