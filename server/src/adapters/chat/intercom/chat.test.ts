import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { readConfig } from '../../../settings/config.ts';
import { makeSecrets } from '../../../settings/secrets.ts';
import { chatSuite } from '../chat.suite.ts';
import { intercomChat } from './chat.ts';

const key = Buffer.alloc(32, 1).toString('base64');
const now = new Date('2026-11-22T17:00:00Z');
const world = {
  clock: { now: () => now },
  secrets: makeSecrets([key]),
};
const otherWorld = { ...world, secrets: makeSecrets([Buffer.alloc(32, 2).toString('base64')]) };
const settings = { appId: 'abcd1234', secret: 'chat-test-secret', proof: 'hash' } as const;
const withToken = { ...settings, proof: 'token' } as const;

const opened = intercomChat(settings, world);
chatSuite('Intercom', opened, intercomChat({ ...settings, secret: 'another' }, world));
chatSuite(
  'Intercom with tokens',
  intercomChat(withToken, world),
  intercomChat({ ...withToken, secret: 'another' }, otherWorld),
);

test('[M06] the user hash of Intercom is HMAC-SHA256 over the user id, as its vector says', () => {
  expect(opened.prove({ id: 'usr_42' })).toBe(
    '3a310ac44894d62ef50755c20f43fadf2cbb638174830ce33a3faa4afbc6350f',
  );
  expect('token' in opened).toBe(false);
  expect(opened.browser()).toEqual({
    kind: 'intercom',
    scriptUrl: 'https://widget.intercom.io/widget/abcd1234',
    appId: 'abcd1234',
    proof: 'hash',
  });
});

test('[M06] the signed token names the person, and is over after an hour', async () => {
  const token = intercomChat(withToken, world).token?.({
    id: 'usr_42',
    firstName: 'Maya',
    email: 'maya@example.com',
  });
  const key = Buffer.from('chat-test-secret');
  const read = (at: Date) =>
    jwtVerify(token ?? '', key, { algorithms: ['HS256'], currentDate: at });
  const { payload } = await read(now);
  expect(payload).toMatchObject({ user_id: 'usr_42', name: 'Maya', email: 'maya@example.com' });
  await read(new Date(now.getTime() + 59 * 60_000));
  await expect(read(new Date(now.getTime() + 61 * 60_000))).rejects.toThrow(/exp/);
});

test('[M06] Intercom gets tokens that end, unless a workspace is told to have hashes', () => {
  const set = { INTERCOM_APP_ID: 'abcd1234', INTERCOM_SECRET: 'chat-test-secret' };
  const proofOf = (more = {}) => {
    const { chat } = readConfig({ ...set, ...more, PORTSIDE_MASTER_KEYS: key }).adapters.usual;
    return chat.kind === 'intercom' ? chat.proof : chat.kind;
  };
  expect(proofOf()).toBe('token');
  expect(proofOf({ INTERCOM_PROOF: 'hash' })).toBe('hash');
});

test('[M06] where tokens are used, the hash that never ends stays on the server', () => {
  expect(intercomChat(withToken, world).prove({ id: 'usr_42' })).not.toBe(
    opened.prove({ id: 'usr_42' }),
  );
});
