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

/** A stream that broke is tried again after this, twice as long each time. */
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;
/** The server says something every fifteen seconds; a stream that says nothing is dead. */
const SILENT_MS = 40_000;

/** One stream for all components of this page, open while one of them listens. */
const live = createStore(false);
const listeners = new Set<Listener>();
let reading: AbortController | undefined;
/** Whose stream it is: of the token, or of the browser that nobody is logged in at. */
let readingFor: string | undefined;
/** The last event heard: the server tells what came after it. */
let lastId: string | undefined;

/**
 * Tells what changed on the server, while somebody is logged in. An event is a hint to look again.
 * @returns whether the stream is up; where it is not, ask by yourself
 */
export function useLiveEvents(changed: Listener): boolean {
  const page = usePage();
  const notify = useEffectEvent(changed);
  useEffect(() => followEvents(page, (event) => notify(event)), [page]);
  return useStore(live, false);
}

/**
 * The same outside of components, for an anonymous browser too. @returns calls it off
 * @param up the stream is up, for the first time or again: what came before it was perhaps not told
 */
export function followEvents(
  { brand, language }: Page,
  changed: Listener,
  up: () => void = () => {},
): () => void {
  // One of its own each time: the same function may listen twice.
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
    // Another tab has it now. It comes back with the person who looks at this one.
    else if (end === 'replaced') await lookedAt(signal);
    else {
      await passed(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

/** Reads one stream to its end, and says how it ended. */
async function readOnce(http: Http, signal: AbortSignal): Promise<'again' | 'replaced' | 'broken'> {
  let end: 'again' | 'replaced' | 'broken' = 'broken';
  const handle = (sent: SentEvent) => {
    if (sent.event === 'ready') live.set(true);
    else if (sent.event === 'again' || sent.event === 'replaced') end = sent.event;
    else dispatch(sent);
  };
  // Somebody logged in or out meanwhile: what listens for them opens a stream of their own.
  if (readingFor === undefined || readingFor !== identity()) return end;
  const dead = new AbortController();
  const die = () => dead.abort();
  let silence = setTimeout(die, SILENT_MS);
  // A network that was away has cut the stream, and nobody tells the browser.
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
    // A stream that breaks is nothing to tell: what it would have told is asked for meanwhile.
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
  for (const listener of [...listeners]) listener(known.data);
}

/** Resolves once the time is over, the network is back, or the stream is not wanted any more. */
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

/** Resolves when the person comes back to this tab. */
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
