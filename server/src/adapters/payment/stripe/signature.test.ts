import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signAsStripe, stripeSignatureHolds } from './signature.ts';

const secret = 'whsec_test_secret';
const body = '{"id":"evt_7","object":"event"}';
const at = new Date(1_795_200_000_000);
const signed = (time: string) =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
const v1 = signed('1795200000');
const holds = (header: string, now = at, text = body) =>
  stripeSignatureHolds(header, text, secret, now);

test('a header is written as Stripe writes it', () => {
  expect(signAsStripe(body, secret, at)).toBe(`t=1795200000,v1=${v1}`);
});

test('a header holds for its own body and secret only', () => {
  const header = signAsStripe(body, secret, at);
  expect(holds(header)).toBe(true);
  expect(holds(header, at, body.replace('7', '8'))).toBe(false);
  expect(holds(signAsStripe(body, 'whsec_other', at))).toBe(false);
  expect(holds('')).toBe(false);
  expect(holds(`v1=${v1}`)).toBe(false);
  expect(holds(`t=now,v1=${signed('now')}`)).toBe(false);
});

test('a header holds for 300 seconds, before and after', () => {
  const header = signAsStripe(body, secret, at);
  const moved = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  expect(holds(header, moved(300))).toBe(true);
  expect(holds(header, moved(301))).toBe(false);
  expect(holds(header, moved(-301))).toBe(false);
});

test('any one of several v1 is enough while a secret is replaced; other schemes are not', () => {
  expect(holds(`t=1795200000,v1=${'0'.repeat(64)},v1=${v1},v0=abc`)).toBe(true);
  expect(holds(`t=1795200000,v0=${v1}`)).toBe(false);
});
