import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import type { PushKeys } from '../push.ts';

/** A service refuses more than a day. */
const GOOD_FOR_SECONDS = 12 * 3600;

export function makeKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const jwk = privateKey.export({ format: 'jwk' });
  return { publicKey: publicKeyOf(jwk), privateKey: JSON.stringify(jwk) };
}

function publicKeyOf({ x = '', y = '' }: JsonWebKey): string {
  const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat([Buffer.from([4]), left, right]).toString('base64url');
}

/** The `Authorization` header of one push service (RFC 8292). @param audience its origin */
export function vapid(
  { publicKey, privateKey }: PushKeys,
  { audience, contact, now }: { audience: string; contact: string; now: Date },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(now.getTime() / 1000) + GOOD_FOR_SECONDS;
  const claims = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: audience, exp, sub: contact })}`;
  const key = createPrivateKey({ key: JSON.parse(privateKey) as JsonWebKey, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${claims}.${signature.toString('base64url')}, k=${publicKey}`;
}
