// @vitest-environment jsdom
import type { Call } from '@portside/contract/call';
import type { ChatIdentity, PublicChat } from '@portside/contract/chat';
import { beforeEach, expect, test } from 'vitest';
import { closeChat, openChat } from '../api/chat-door.ts';
import { brand } from '../testing/stage.tsx';
import { type OutsideChat, outsideChatOf } from './chat-outside.ts';
import { CHAT_PERSON } from './chat-widget.ts';

const hash = '3a310ac44894d62ef50755c20f43fadf2cbb638174830ce33a3faa4afbc6350f';
const maya: ChatIdentity = {
  kind: 'user',
  id: 'usr_42',
  firstName: 'Maya',
  email: 'maya@example.com',
  userHash: hash,
};
const omar: ChatIdentity = { ...maya, id: 'usr_43', firstName: 'Omar', email: 'omar@example.com' };
const visitor: ChatIdentity = { kind: 'anonymous' };
const intercom = (proof: 'hash' | 'token'): PublicChat => ({
  kind: 'intercom',
  scriptUrl: 'https://widget.intercom.io/widget/abcd1234',
  appId: 'abcd1234',
  proof,
});
const chatwoot: PublicChat = {
  kind: 'chatwoot',
  scriptUrl: 'https://chat.example/packs/js/sdk.js',
  url: 'https://chat.example',
  websiteToken: 'site-1',
};

beforeEach(() => localStorage.clear());

type Vendor = Window & Record<string, unknown>;

/** A frame whose scripts are played by the test. */
function open(chat: PublicChat, play: (frame: Vendor) => void, token = 'signed.1.x') {
  const call = (async () => ({ token })) as unknown as Call;
  const page = { brand: { ...brand, chat }, language: 'en', appQr: '' } as const;
  const service = outsideChatOf(call, page);
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const asked: string[] = [];
  const load = (blocked = false) => {
    service.attach(frame);
    return expect
      .poll(() => {
        const script = frame.contentDocument?.querySelector('script');
        if (!script) return false;
        script.remove();
        asked.push(script.src);
        if (!blocked) play(frame.contentWindow as unknown as Vendor);
        return script.dispatchEvent(new Event(blocked ? 'error' : 'load'));
      })
      .toBe(true);
  };
  return { service, asked, load };
}

/** Intercom’s script: takes the queue over, and notes what it is told. */
function playIntercom(said: unknown[][]) {
  return (frame: Vendor) => {
    const early = (frame.Intercom as { q: unknown[][] }).q;
    said.push(...early);
    frame.Intercom = (...args: unknown[]) => {
      if (!String(args[0]).startsWith('on')) said.push(args);
    };
  };
}

/** Chatwoot’s SDK: its frame is there a moment after the start, and after a reset. */
function playChatwoot(said: unknown[][]) {
  return (frame: Vendor) => {
    let there = false;
    const begin = () => {
      there = false;
      setTimeout(() => {
        there = true;
        frame.dispatchEvent(new Event('chatwoot:ready'));
      });
    };
    const told =
      (name: string) =>
      (...args: unknown[]) => {
        if (!there) throw new Error(`${name} before the widget was ready`);
        said.push([name, ...args]);
        if (name === 'reset') begin();
      };
    frame.chatwootSDK = {
      run(options: unknown) {
        said.push(['run', options]);
        frame.$chatwoot = {
          setUser: told('setUser'),
          reset: told('reset'),
          toggle: told('toggle'),
        };
        begin();
      },
    };
  };
}

const boot = { app_id: 'abcd1234', hide_default_launcher: true };
const known = { user_id: 'usr_42', name: 'Maya', email: 'maya@example.com', user_hash: hash };

test('[F08] [M06] Intercom boots anonymous, then with name, email, id and user hash, and shuts down', async () => {
  const said: unknown[][] = [];
  const { service, asked, load } = open(intercom('hash'), playIntercom(said));
  service.boot(visitor);
  await load();
  await expect.poll(() => said).toEqual([['boot', boot]]);
  expect(asked).toEqual(['https://widget.intercom.io/widget/abcd1234']);
  service.shutdown();
  service.boot(maya);
  await expect.poll(() => said.slice(1)).toEqual([['shutdown'], ['boot', { ...boot, ...known }]]);
  service.shutdown();
  service.boot(visitor);
  await expect.poll(() => said.slice(3)).toEqual([['shutdown'], ['boot', boot]]);
});

test('[M06] Intercom with tokens gets a fresh one, and neither the hash nor the name beside it', async () => {
  const said: unknown[][] = [];
  const { service, load } = open(intercom('token'), playIntercom(said));
  service.boot(maya);
  await load();
  await expect.poll(() => said).toEqual([['boot', { ...boot, intercom_user_jwt: 'signed.1.x' }]]);
});

test('[F08] [M06] Chatwoot is told who it is once it is ready, and reset at the logout', async () => {
  const said: unknown[][] = [];
  const { service, load } = open(chatwoot, playChatwoot(said));
  service.boot(maya);
  await load();
  const user = { name: 'Maya', email: 'maya@example.com', identifier_hash: hash };
  await expect
    .poll(() => said)
    .toEqual([
      ['run', { websiteToken: 'site-1', baseUrl: 'https://chat.example' }],
      ['setUser', 'usr_42', user],
    ]);
  service.shutdown();
  service.boot(visitor);
  await expect.poll(() => said.slice(2)).toEqual([['reset']]);
  // The next one is told only when the widget is back.
  service.shutdown();
  service.boot(omar);
  await expect.poll(() => said.at(-1)?.[1]).toBe('usr_43');
  // A visitor's conversation was not thrown away at the login.
  expect(said.filter(([name]) => name === 'reset')).toHaveLength(1);
});

test('[M06] somebody who has left by another page is forgotten before the next one is let in', async () => {
  localStorage.setItem(CHAT_PERSON, 'usr_42');
  const said: unknown[][] = [];
  const { service, load } = open(intercom('hash'), playIntercom(said));
  service.boot(visitor);
  await load();
  await expect.poll(() => said).toEqual([['shutdown'], ['boot', boot]]);
  expect(localStorage.getItem(CHAT_PERSON)).toBe('visitor');
});

test('[M06] a logout while the script still loads leaves nobody booted', async () => {
  const said: unknown[][] = [];
  const { service, load } = open(intercom('hash'), playIntercom(said));
  service.boot(maya);
  service.shutdown();
  service.boot(visitor);
  await load();
  await expect.poll(() => said).toEqual([['boot', boot]]);
});

test('[M06] a blocked script is told, and a second try may succeed', async () => {
  const said: unknown[][] = [];
  const { service, load } = open(intercom('hash'), playIntercom(said));
  service.boot(visitor);
  await load(true);
  await expect.poll(() => service.phase.get()).toBe('failed');
  service.retry();
  expect(service.phase.get()).toBe('loading');
  await load();
  await expect.poll(() => service.phase.get()).toBe('ready');
  await expect.poll(() => said).toEqual([['boot', boot]]);
});

test('[M06] the widget opens and closes with our own button', async () => {
  const said: unknown[][] = [];
  const { service, load } = open(chatwoot, playChatwoot(said));
  const shown = show(service);
  service.boot(visitor);
  await load();
  await expect.poll(() => said.slice(1)).toEqual([['toggle', 'open']]);
  shown.close();
  expect(said.slice(2)).toEqual([['toggle', 'close']]);
});

function show(service: OutsideChat) {
  openChat();
  service.show();
  return {
    close() {
      closeChat();
      service.hide();
    },
  };
}
