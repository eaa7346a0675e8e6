import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../clock.ts';
import { openStripe } from './bench.suite.ts';
import { stripePayment } from './payment.ts';

let bench: Awaited<ReturnType<typeof openStripe>>;

beforeAll(async () => {
  bench = await openStripe('health');
});
afterAll(() => bench.stripe.close());

const checked = (change: Partial<(typeof bench)['settings']>) => {
  const log = pino({ level: 'silent' });
  return stripePayment({ ...bench.settings, ...change }, { clock: systemClock, log }).check?.();
};

test('[M11] an account that answers is in order, and nothing was made there', async () => {
  await checked({});
  expect(bench.stripe.seen).toMatchObject([{ method: 'GET', path: '/v1/payment_intents' }]);
});

test('[M11] each fault of the account says what to do', async () => {
  const unknown = checked({ secretKey: 'sk_test_other' });
  await expect(unknown).rejects.toMatchObject({
    advice: 'Stripe does not know STRIPE_SECRET_KEY. Take it from Developers → API keys.',
  });
  await expect(checked({ publishableKey: 'pk_live_health' })).rejects.toMatchObject({
    advice: expect.stringContaining('One Stripe key is for tests'),
  });
  bench.stripe.breakNext('forbidden');
  await expect(checked({})).rejects.toMatchObject({
    advice: expect.stringContaining('may not read payments'),
  });
  const away = checked({ apiUrl: 'http://127.0.0.1:1' });
  await expect(away).rejects.toMatchObject({
    cause: { message: expect.stringContaining('ECONNREFUSED') },
  });
});
