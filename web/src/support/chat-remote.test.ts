// @vitest-environment jsdom
import type { Call } from '@portside/contract/call';
import type { ChatIdentity } from '@portside/contract/chat';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeChat, openChat } from '../api/chat-door.ts';
import { brand } from '../testing/stage.tsx';
import { fromFrame, type ToFrame } from './chat-messages.ts';
import { outsideChatOf } from './chat-outside.ts';

const origin = 'https://chat.mesa.example';
const maya: ChatIdentity = {
  kind: 'user',
  id: 'usr_42',
  firstName: 'Maya',
  email: 'maya@example.com',
  userHash: 'hash',
};
const visitor: ChatIdentity = { kind: 'anonymous' };

beforeEach(() => localStorage.clear());
afterEach(() => closeChat());

/** A page beside a frame of another host, whose messages the test writes. */
function open(token: () => Promise<string | null> = async () => 'signed.1.x') {
  let asked = 0;
  const call = (async () => {
    asked += 1;
    return { token: await token() };
  }) as unknown as Call;
  const chat = {
    kind: 'intercom',
    scriptUrl: 'https://widget.intercom.io/widget/abcd1234',
    appId: 'abcd1234',
    proof: 'token',
  } as const;
  const page = {
    brand: { ...brand, chat, chatFrame: `${origin}/chat-frame` },
    language: 'en',
    appQr: '',
  } as const;
  const service = outsideChatOf(call, page);
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const told: { message: ToFrame; to: string }[] = [];
  const inner = frame.contentWindow as Window;
  Object.assign(inner, {
    postMessage: (message: ToFrame, to: string) => told.push({ message, to }),
  });
  const hear = (data: unknown, from: { origin?: string; source?: Window } = {}) => {
    const event = { data, origin, source: inner, ...from };
    window.dispatchEvent(new MessageEvent('message', event));
  };
  const says = () => told.map(({ message }) => message.say);
  return { service, frame, told, says, hear, asked: () => asked };
}

test('[F08] [M06] the page tells the frame’s host alone who it is, once the frame is ready', async () => {
  const { service, frame, told, says, hear } = open();
  service.boot(maya);
  service.attach(frame);
  expect(told).toEqual([{ message: { say: 'load', language: 'en' }, to: origin }]);
  hear({ say: 'ready' });
  await expect
    .poll(() => told.slice(1))
    .toEqual([{ message: { say: 'boot', identity: maya }, to: origin }]);
  expect(service.phase.get()).toBe('ready');
  service.shutdown();
  service.boot(visitor);
  await expect.poll(says).toEqual(['load', 'boot', 'shutdown', 'boot']);
});

test.each([
  ['of another site', { origin: 'https://evil.example' }],
  ['of the page itself', { origin: window.location.origin }],
  ['of another window of that host', { source: window }],
])('[M06] a message %s does nothing', async (_who, from) => {
  const { service, frame, says, hear, asked } = open();
  service.boot(maya);
  service.attach(frame);
  hear({ say: 'ready' }, from);
  hear({ say: 'failed' }, from);
  expect(service.phase.get()).toBe('loading');
  hear({ say: 'ready' });
  await expect.poll(says).toEqual(['load', 'boot']);
  hear({ say: 'needs-token' }, from);
  hear({ say: 'failed' }, from);
  expect(asked()).toBe(0);
  expect(service.phase.get()).toBe('ready');
  // The right one is heard.
  hear({ say: 'needs-token' });
  await expect.poll(says).toEqual(['load', 'boot', 'token']);
});

test('[M06] a token is asked for once at a time, and for customers alone', async () => {
  let give: (token: string) => void = () => {};
  const { service, frame, told, hear, asked } = open(
    () => new Promise((resolve) => (give = resolve)),
  );
  service.boot(visitor);
  service.attach(frame);
  hear({ say: 'ready' });
  await expect.poll(() => told.length).toBe(2);
  hear({ say: 'needs-token' });
  await expect.poll(() => told.at(-1)?.message).toEqual({ say: 'token', token: null });
  expect(asked()).toBe(0);
  service.shutdown();
  service.boot(maya);
  await expect.poll(() => told.at(-1)?.message).toEqual({ say: 'boot', identity: maya });
  for (let more = 0; more < 50; more += 1) hear({ say: 'needs-token' });
  expect(asked()).toBe(1);
  give('signed.2.x');
  await expect
    .poll(() => told.at(-1))
    .toEqual({
      message: { say: 'token', token: 'signed.2.x' },
      to: origin,
    });
});

test('[M06] a frame that fails says so, and a second one is heard instead of it', async () => {
  const first = open();
  const { service, says, hear } = first;
  service.boot(visitor);
  service.attach(first.frame);
  hear({ say: 'failed' });
  await expect.poll(() => service.phase.get()).toBe('failed');
  service.retry();
  service.attach(first.frame);
  expect(service.phase.get()).toBe('loading');
  hear({ say: 'ready' });
  await expect.poll(says).toEqual(['load', 'load', 'boot']);
  hear({ say: 'failed' });
  expect(service.phase.get()).toBe('failed');
});

test('[M06] the panel opens and closes with the frame', async () => {
  const { service, frame, says, hear } = open();
  openChat();
  service.show();
  service.boot(visitor);
  service.attach(frame);
  hear({ say: 'ready' });
  await expect.poll(says).toEqual(['load', 'boot', 'show']);
  service.hide();
  expect(says()).toEqual(['load', 'boot', 'show', 'hide']);
});

test.each([
  null,
  undefined,
  'ready',
  {},
  { say: 'load' },
  { say: 'token', token: 'x' },
  { say: 'unread' },
  { say: 'unread', count: -1 },
  { say: 'unread', count: 1.5 },
  { say: 'unread', count: '<b>' },
  { say: 'unread', count: Number.POSITIVE_INFINITY },
])('[M06] %j is no message of a frame', (data) => {
  expect(fromFrame(data)).toBeUndefined();
});

test('[M06] of a frame’s message nothing is taken over but what it may say', () => {
  expect(fromFrame({ say: 'closed', more: 1 })).toEqual({ say: 'closed' });
  expect(fromFrame({ say: 'unread', count: 2, more: 1 })).toEqual({ say: 'unread', count: 2 });
});
