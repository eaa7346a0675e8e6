import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../../settings/config.ts';

const folder = await mkdtemp(join(tmpdir(), 'portside-stripe-'));
afterAll(() => rm(folder, { recursive: true }));

const keys = {
  PORTSIDE_DATA: folder,
  STRIPE_SECRET_KEY: 'sk_test_one',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_one',
  STRIPE_WEBHOOK_SECRET: 'whsec_one',
};

test('[M01] [M11] Stripe is told by its keys, and each that is missing or no key is named', () => {
  expect(readConfig(keys).adapters.usual.payment).toEqual({
    kind: 'stripe',
    secretKey: 'sk_test_one',
    publishableKey: 'pk_test_one',
    webhookSecret: 'whsec_one',
    apiUrl: 'https://api.stripe.com',
    scriptUrl: 'https://js.stripe.com/endive/stripe.js',
  });
  expect(readConfig({ PORTSIDE_DATA: folder }).adapters.usual.payment).toEqual({ kind: 'sandbox' });
  for (const name of Object.keys(keys).slice(1)) {
    expect(() => readConfig({ ...keys, [name]: '' })).toThrow(name);
  }
  // The other one in its place would show the secret key to every visitor.
  const swapped = { ...keys, STRIPE_PUBLISHABLE_KEY: 'sk_test_one' };
  expect(() => readConfig(swapped)).toThrow('STRIPE_PUBLISHABLE_KEY');
});
