import { createHmac, timingSafeEqual } from 'node:crypto';
import { minutes } from '../../../clock.ts';

/** Older notices may be replays. */
const TOLERANCE = minutes(5);

export function signAsStripe(body: string, secret: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  return `t=${timestamp},v1=${hmac(`${timestamp}.${body}`, secret)}`;
}

/** One `v1` is enough: while a secret is replaced there are two. Other schemes do not count. */
export function stripeSignatureHolds(
  header: string,
  body: string,
  secret: string,
  now: Date,
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const timestamp = parts.find(([name]) => name === 't')?.[1];
  const isTimely = Math.abs(now.getTime() - Number(timestamp) * 1000) <= TOLERANCE;
  if (!isTimely) return false;
  const expected = Buffer.from(hmac(`${timestamp}.${body}`, secret));
  return parts
    .filter(([name]) => name === 'v1')
    .map(([, value = '']) => Buffer.from(value))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
