import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signAsSvix, svixSignatureHolds } from './svix-signature.ts';

// The example of the Standard Webhooks documents.
const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
const body = '{"test": 2432232314}';
const at = new Date(1_614_265_330_000);

test('a notice is signed as the Standard Webhooks documents do', () => {
  const headers = signAsSvix('msg_p5jXN8AQM9LWM0D4loKWxJek', body, key, at);
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(svixSignatureHolds(headers, body, key, at)).toBe(true);
});

const signed = signAsSvix('msg_p5jXN8AQM9LWM0D4loKWxJek', body, key, at);
const { 'webhook-signature': signature, 'webhook-id': id, ...when } = signed;
/** With the key, so that only what is signed is wrong. */
const signedAs = (told: { 'webhook-id'?: string; 'webhook-timestamp'?: string }) => {
  const text = `${told['webhook-id']}.${told['webhook-timestamp']}.${body}`;
  const mac = createHmac('sha256', key).update(text).digest('base64');
  return { ...told, 'webhook-signature': `v1,${mac}` };
};
const seconds = (count: number) => new Date(at.getTime() + count * 1000);

test.each([
  ['as it is', signed, at, true],
  [
    'with another signature before it',
    { ...signed, 'webhook-signature': `v1,AAAA ${signature}` },
    at,
    true,
  ],
  [
    'with another signature behind it',
    { ...signed, 'webhook-signature': `${signature} v1,AAAA` },
    at,
    true,
  ],
  ['five minutes old', signed, seconds(300), true],
  ['older', signed, seconds(301), false],
  ['five minutes ahead', signed, seconds(-300), true],
  ['further ahead', signed, seconds(-301), false],
  ['with another id', { ...signed, 'webhook-id': 'msg_other' }, at, false],
  ['without an id', signedAs(when), at, false],
  ['without a time', signedAs({ 'webhook-id': id }), at, false],
  [
    'with a time that is none',
    signedAs({ 'webhook-id': id, 'webhook-timestamp': 'now' }),
    at,
    false,
  ],
  ['with another time', { ...signed, 'webhook-timestamp': '1614265331' }, at, false],
  ['without a signature', { 'webhook-id': id, ...when }, at, false],
  [
    'of another version',
    { ...signed, 'webhook-signature': signature.replace('v1', 'v2') },
    at,
    false,
  ],
])('a notice %s holds or not', (_, headers, now, holds) => {
  expect(svixSignatureHolds(headers, body, key, now)).toBe(holds);
});

test('a notice with another body or key does not hold', () => {
  expect(svixSignatureHolds(signed, `${body} `, key, at)).toBe(false);
  expect(svixSignatureHolds(signed, body, Buffer.from('another'), at)).toBe(false);
});
