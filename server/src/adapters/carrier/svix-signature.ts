import { createHmac, timingSafeEqual } from 'node:crypto';
import { minutes } from '../../clock.ts';

const TOLERANCE = minutes(5);

/** docs/facts.md, notices. */
export function signAsSvix(id: string, body: string, key: Uint8Array, at: Date) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(`${id}.${timestamp}.${body}`, key)}`,
  };
}

export function svixSignatureHolds(
  headers: Record<string, string | undefined>,
  body: string,
  key: Uint8Array,
  now: Date,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
  const isTimely = Math.abs(now.getTime() - Number(timestamp) * 1000) <= TOLERANCE;
  if (!id || !isTimely) return false;
  const expected = Buffer.from(`v1,${hmac(`${id}.${timestamp}.${body}`, key)}`);
  return (headers['webhook-signature'] ?? '')
    .split(' ')
    .map((given) => Buffer.from(given))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

function hmac(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(text).digest('base64');
}
