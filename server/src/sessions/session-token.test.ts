import { expect, test } from 'vitest';
import { later, minutes, seconds } from '../clock.ts';
import { makeSecrets } from '../settings/secrets.ts';
import { readToken, writeToken } from './session-token.ts';

const secrets = makeSecrets([Buffer.alloc(32, 3).toString('base64')]);
const now = new Date('2026-11-27T12:00:00Z');
const at = (time: Date) => ({ secrets, clock: { now: () => time } });
const session = {
  sessionId: 'ses_1',
  customerId: 'cus_1',
  tenant: 6,
  issuedAt: now,
  expiresAt: later(now, minutes(30)),
};
const token = writeToken({ secrets }, session);
const owner = { customerId: 'cus_1', sessionId: 'ses_1' };

const partOf = (jwt: string, nr: number) =>
  JSON.parse(Buffer.from(jwt.split('.')[nr] ?? '', 'base64url').toString()) as object;

/** Signed with our key, as nobody else can. */
function signed(claims: object, head: object = partOf(token, 0)): string {
  const parts = [head, claims].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'));
  const text = parts.join('.');
  return `${text}.${secrets.sign(text, 'session-token').toString('base64url')}`;
}

test('[I01] a session’s token is a JWT that anybody’s library reads', () => {
  expect(partOf(token, 0)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(partOf(token, 1)).toEqual({
    sid: 'ses_1',
    sub: 'cus_1',
    aud: 'tenant:6',
    iat: now.getTime() / 1000,
    exp: now.getTime() / 1000 + 30 * 60,
  });
});

test('[I01] it counts from a minute before it was written until the moment it ends', () => {
  const read = (time: Date) => readToken(at(time), 6, token);
  expect(read(now)).toEqual(owner);
  expect(read(later(now, -minutes(1)))).toEqual(owner);
  expect(read(later(now, -minutes(1) - seconds(1)))).toBeUndefined();
  expect(read(later(session.expiresAt, -1))).toEqual(owner);
  expect(read(session.expiresAt)).toBeUndefined();
});

test('[I01] it counts for its own kind and brand, whole, and as it was signed', () => {
  const claims = partOf(token, 1);
  expect(readToken(at(now), 6, signed(claims))).toEqual(owner);
  expect(readToken(at(now), 7, token)).toBeUndefined();
  expect(readToken(at(now), 6, token, 'staff')).toBeUndefined();
  const strange = ['sid', 'sub', 'aud', 'iat', 'exp'].flatMap((name) => [
    { ...claims, [name]: undefined },
    { ...claims, [name]: ['other'] },
  ]);
  for (const one of [...strange, { ...claims, nbf: 0 }]) {
    expect(readToken(at(now), 6, signed(one)), JSON.stringify(one)).toBeUndefined();
  }
  const [head64 = '', claims64 = '', signature = ''] = token.split('.');
  const turned = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
  const others = makeSecrets([Buffer.alloc(32, 4).toString('base64')]);
  const forged = [
    `${head64}.${claims64}.${turned}`,
    `${head64}.${claims64}.`,
    `${head64}.${claims64}`,
    `${token}.more`,
    writeToken({ secrets: others }, session),
    `${head64}.${signed({ ...claims, sub: 'cus_2' }).split('.')[1]}.${signature}`,
  ];
  for (const one of forged) expect(readToken(at(now), 6, one), one).toBeUndefined();
  for (const head of [{ alg: 'none', typ: 'JWT' }, { alg: 'HS512', typ: 'JWT' }, {}]) {
    expect(readToken(at(now), 6, signed(claims, head)), JSON.stringify(head)).toBeUndefined();
  }
});
