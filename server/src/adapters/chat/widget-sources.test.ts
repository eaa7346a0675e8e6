import { expect, test } from 'vitest';
import { makeSecrets } from '../../settings/secrets.ts';
import { systemClock } from '../../clock.ts';
import { chatwootChat } from './chatwoot/chat.ts';
import { intercomChat } from './intercom/chat.ts';

/** What a widget may load and call, typed from its vendor's pages. */
const secrets = makeSecrets([Buffer.alloc(32, 1).toString('base64')]);
const words = (text: string) => text.trim().split(/\s+/);

test('[M06] Chatwoot’s script, frame and calls are of its own address, and it may write styles', () => {
  const url = 'https://chat.harbor.example/support';
  const chat = chatwootChat({ url, websiteToken: 'site-1', hmacKey: 'chat-test-secret' });
  expect(chat.sources()).toEqual({
    'script-src': ['https://chat.harbor.example'],
    'style-src': ["'unsafe-inline'"],
    'frame-src': ['https://chat.harbor.example'],
    'connect-src': ['https://chat.harbor.example'],
  });
  expect(chat.name).toBe('chatwoot');
});

test.each([
  ['script-src', 'https://app.intercom.io https://widget.intercom.io https://js.intercomcdn.com'],
  ['style-src', "'unsafe-inline'"],
  [
    'connect-src',
    `https://via.intercom.io https://api.intercom.io https://api.eu.intercom.io
    https://api.au.intercom.io https://api-iam.intercom.io https://api-iam.eu.intercom.io
    https://api-iam.au.intercom.io https://api-ping.intercom.io https://*.intercom-messenger.com
    wss://*.intercom-messenger.com https://nexus-websocket-a.intercom.io
    wss://nexus-websocket-a.intercom.io https://nexus-websocket-b.intercom.io
    wss://nexus-websocket-b.intercom.io https://nexus-europe-websocket.intercom.io
    wss://nexus-europe-websocket.intercom.io https://nexus-australia-websocket.intercom.io
    wss://nexus-australia-websocket.intercom.io https://uploads.intercomcdn.com
    https://uploads.intercomusercontent.com`,
  ],
  [
    'frame-src',
    `https://intercom-sheets.com https://www.intercom-reporting.com https://www.youtube.com
    https://player.vimeo.com https://fast.wistia.net`,
  ],
  ['font-src', 'https://js.intercomcdn.com https://fonts.intercomcdn.com'],
  ['form-action', 'https://intercom.help https://api-iam.intercom.io'],
  ['media-src', 'https://js.intercomcdn.com'],
  [
    'img-src',
    `blob: data: https://js.intercomcdn.com https://static.intercomassets.com
    https://downloads.intercomcdn.com https://uploads.intercomcdn.com
    https://uploads.intercomusercontent.com https://gifs.intercomcdn.com
    https://video-messages.intercomcdn.com https://messenger-apps.intercom.io
    https://*.intercom-attachments-1.com https://*.intercom-attachments-2.com
    https://*.intercom-attachments-3.com https://*.intercom-attachments-4.com
    https://*.intercom-attachments-5.com https://*.intercom-attachments-6.com
    https://*.intercom-attachments-7.com https://*.intercom-attachments-8.com
    https://*.intercom-attachments-9.com`,
  ],
] as const)('[M06] Intercom’s %s are those of its article, and no others', (name, sources) => {
  const settings = { appId: 'abcd1234', secret: 'chat-test-secret', proof: 'hash' };
  const chat = intercomChat(settings, { clock: systemClock, secrets });
  expect(chat.sources()[name]).toEqual(words(sources));
  expect(Object.keys(chat.sources())).toHaveLength(8);
});

test('[M06] the token has the header and the claims that Intercom documents, and no others', () => {
  const now = new Date('2026-11-22T17:00:00.900Z');
  const settings = { appId: 'ab cd', secret: 'chat-test-secret', proof: 'token' };
  const chat = intercomChat(settings, { clock: { now: () => now }, secrets });
  const read = (who: Parameters<NonNullable<typeof chat.token>>[0]) =>
    (chat.token?.(who) ?? '')
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown);
  const times = { iat: 1_795_366_800, exp: 1_795_370_400 };
  const maya = { id: 'usr_42', firstName: 'Maya', email: 'maya@example.com' };
  expect(read(maya)).toEqual([
    { alg: 'HS256', typ: 'JWT' },
    { user_id: 'usr_42', name: 'Maya', email: 'maya@example.com', ...times },
  ]);
  expect(read({ id: 'usr_42', firstName: 'Maya', email: '' })[1]).toEqual({
    user_id: 'usr_42',
    name: 'Maya',
    ...times,
  });
  expect(chat.browser()).toEqual({
    kind: 'intercom',
    scriptUrl: 'https://widget.intercom.io/widget/ab%20cd',
    appId: 'ab cd',
    proof: 'token',
  });
  expect(chat.name).toBe('intercom');
  expect(chat.prove({ id: 'usr_42' })).toBe(secrets.mac('usr_42', 'chat'));
});
