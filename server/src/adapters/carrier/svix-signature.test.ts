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
