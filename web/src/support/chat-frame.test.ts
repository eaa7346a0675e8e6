// @vitest-environment jsdom
import type { ChatFrameSettings, ChatIdentity } from '@portside/contract/chat';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runChatFrame } from './chat-frame.ts';
import type { FromFrame } from './chat-messages.ts';

const shop = 'https://mesa.example';
const maya: ChatIdentity = {
  kind: 'user',
  id: 'usr_42',
  firstName: 'Maya',
  email: 'maya@example.com',
  userHash: 'hash',
};
const settings: ChatFrameSettings = {
  chat: {
    kind: 'intercom',
    scriptUrl: 'https://widget.intercom.io/widget/abcd1234',
    appId: 'abcd1234',
    proof: 'token',
  },
  origins: [shop, 'https://www.mesa.example'],
};
const boot = { app_id: 'abcd1234', hide_default_launcher: true };

type Vendor = Window & { Intercom?: (...args: unknown[]) => void };

let said: unknown[][];
let listeners: Map<string, (value?: unknown) => void>;
let told: { message: FromFrame; to: string }[];
let frame: HTMLIFrameElement;

beforeEach(() => {
  said = [];
  told = [];
  listeners = new Map();
  frame = document.createElement('iframe');
  document.body.append(frame);
  const inner = insideOf(frame);
  inner.document.documentElement.dataset.chat = JSON.stringify(settings);
  Object.assign(inner.parent, {
    postMessage: (message: FromFrame, to: string) => told.push({ message, to }),
  });
  runChatFrame(inner);
});
afterEach(() => frame.remove());

function insideOf({ contentWindow }: HTMLIFrameElement): Vendor {
  if (!contentWindow) throw new Error('There is no frame');
  return contentWindow;
}

/** As a browser brings a message. */
function send(data: unknown, from: { origin?: string; source?: Window } = {}) {
  const inner = insideOf(frame);
  const { origin = shop, source = inner.parent } = from;
  const event = new MessageEvent('message', { data, origin, source });
  inner.dispatchEvent(event);
}

/** The vendor's script comes, or is blocked. */
function load(isBlocked = false) {
  const inner = insideOf(frame);
  const script = inner.document.querySelector('script');
  inner.Intercom = (...args) => {
    const [verb, value] = args;
    if (String(verb).startsWith('on')) listeners.set(String(verb), value as () => void);
    else said.push(args);
  };
  script?.dispatchEvent(new Event(isBlocked ? 'error' : 'load'));
  return script?.src;
}

const says = () => told.map(({ message }) => message);

test('[M06] the frame loads at the word of the brand’s own page, and tells that page alone', async () => {
  send({ say: 'load', language: 'es' });
  expect(load()).toBe('https://widget.intercom.io/widget/abcd1234');
  await expect.poll(says).toEqual([{ say: 'ready' }]);
  send({ say: 'boot', identity: maya });
  await expect.poll(says).toEqual([{ say: 'ready' }, { say: 'needs-token' }]);
  send({ say: 'token', token: 'signed.1.x' });
  const known = { ...boot, language_override: 'es', intercom_user_jwt: 'signed.1.x' };
  await expect.poll(() => said).toEqual([['boot', known]]);
  expect(new Set(told.map(({ to }) => to))).toEqual(new Set([shop]));
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['the frame’s own host', { origin: 'https://chat.mesa.example' }],
  ['a name that begins alike', { origin: 'https://mesa.example.evil.example' }],
  ['no site', { origin: 'null' }],
])('[M06] a message of %s does nothing', async (_who, from) => {
  send({ say: 'load', language: 'en' }, from);
  expect(load()).toBeUndefined();
  send({ say: 'load', language: 'en' });
  load();
  await expect.poll(says).toEqual([{ say: 'ready' }]);
  for (const say of ['show', 'hide', 'shutdown', 'load']) send({ say }, from);
  send({ say: 'boot', identity: maya }, from);
  // The next word of the page is done after them.
  send({ say: 'boot', identity: { kind: 'anonymous' } });
  await expect.poll(() => said).toEqual([['boot', boot]]);
});

test('[M06] a window that is not around the frame is not heard, whatever its origin', async () => {
  const other = document.createElement('iframe');
  document.body.append(other);
  send({ say: 'load', language: 'en' }, { source: insideOf(other) });
  expect(load()).toBeUndefined();
  send({ say: 'load', language: 'en' }, { source: insideOf(frame) });
  expect(load()).toBeUndefined();
  expect(told).toEqual([]);
  other.remove();
});

test('[M06] what is no message of ours does nothing', async () => {
  for (const data of [null, undefined, 'load', 7, {}, { say: 'evil' }, { say: 'boot' }]) send(data);
  expect(load()).toBeUndefined();
  expect(told).toEqual([]);
});

test('[M06] a blocked script is told', async () => {
  send({ say: 'load', language: 'en' });
  load(true);
  await expect.poll(says).toEqual([{ say: 'failed' }]);
});

test('[M06] a customer without a token is not booted', async () => {
  send({ say: 'load', language: 'en' });
  load();
  send({ say: 'boot', identity: maya });
  await expect.poll(says).toEqual([{ say: 'ready' }, { say: 'needs-token' }]);
  send({ say: 'token', token: null });
  await expect.poll(() => says().at(-1)).toEqual({ say: 'failed' });
  expect(said).toEqual([]);
});

test('[M06] steps are done in their order, and what was counted goes with its person', async () => {
  send({ say: 'load', language: 'en' });
  load();
  send({ say: 'boot', identity: maya });
  send({ say: 'show' });
  send({ say: 'shutdown' });
  send({ say: 'boot', identity: { kind: 'anonymous' } });
  await expect.poll(says).toContainEqual({ say: 'needs-token' });
  expect(said).toEqual([]);
  send({ say: 'token', token: 'signed.1.x' });
  await expect.poll(() => said.map(([verb]) => verb)).toEqual(['boot', 'show', 'shutdown', 'boot']);
  expect(says().at(-1)).toEqual({ say: 'unread', count: 0 });
  listeners.get('onUnreadCountChange')?.(3);
  expect(says().at(-1)).toEqual({ say: 'unread', count: 3 });
});

test('[M06] the customer’s closing is told, and the page’s own is not told back', async () => {
  send({ say: 'load', language: 'en' });
  load();
  send({ say: 'boot', identity: { kind: 'anonymous' } });
  send({ say: 'show' });
  await expect.poll(() => said.at(-1)).toEqual(['show']);
  listeners.get('onHide')?.();
  expect(says().at(-1)).toEqual({ say: 'closed' });
  send({ say: 'show' });
  send({ say: 'hide' });
  await expect.poll(() => said.at(-1)).toEqual(['hide']);
  listeners.get('onHide')?.();
  expect(says().filter(({ say }) => say === 'closed')).toHaveLength(1);
});
