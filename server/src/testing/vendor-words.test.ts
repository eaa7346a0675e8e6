import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stripeWords } from './sdk-words.ts';
import { enumOf } from './twilio/description-words.ts';
import kept from './vendor-words.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const stripe = stripeWords();

test.each(Object.entries(kept.stripe.words))(
  '[M12] %s of the SDK of Stripe that is installed has no word that is new to us',
  (name, known) => {
    // Look at what a new one means to the adapter, then: node scripts/vendor-words.ts
    expect(stripe.words[name]).toEqual(known);
  },
);

const others: ReadonlySet<string> = new Set([
  // Of texts that come in, which the portal does not read.
  'receiving',
  'received',
]);

/** Where each of the words goes through the adapter. */
const tables = {
  stripe: read('server/src/adapters/payment/stripe/tables.test.ts'),
  advice: read('server/src/adapters/payment/stripe/decline-codes.test.ts'),
  twilio: read('server/src/adapters/sms/twilio/tables.test.ts'),
};

test.each([
  ['PaymentIntent.Status', kept.stripe.words['PaymentIntent.Status'], tables.stripe],
  ['SetupIntent.Status', kept.stripe.words['SetupIntent.Status'], tables.stripe],
  ['Checkout.Session.Status', kept.stripe.words['Checkout.Session.Status'], tables.stripe],
  ['Dispute.Status', kept.stripe.words['Dispute.Status'], tables.stripe],
  ['AdviceCode', kept.stripe.words['Charge.Outcome.AdviceCode'], tables.advice],
  ['MessageStatus', kept.twilio.words.MessageStatus, tables.twilio],
])('[M12] each %s goes through the adapter in a test', (_, words, tried) => {
  expect(words.length).toBeGreaterThan(2);
  const untried = words.filter((word) => !tried.includes(`'${word}'`));
  expect(untried.filter((word) => !others.has(word))).toEqual([]);
});

test('[M12] each decline that we know by Stripe’s own code is a code of Stripe’s', () => {
  const codes = new Set(kept.stripe.words['PaymentIntent.LastPaymentError.Code']);
  const ours = [
    'expired_card',
    'invalid_expiry_month',
    'invalid_expiry_year',
    'incorrect_number',
    'invalid_number',
    'incorrect_cvc',
    'invalid_cvc',
    'incorrect_zip',
    'incorrect_address',
    'processing_error',
    'authentication_required',
    'payment_intent_authentication_failure',
    'setup_intent_authentication_failure',
  ];
  const source = read('server/src/adapters/payment/stripe/decline-codes.ts');
  for (const code of ours) expect(source).toContain(`  ${code}: '`);
  expect(ours.filter((code) => !codes.has(code))).toEqual([]);
});

test('[M12] the events that an operator is told to send are events of Stripe', () => {
  const said = /events ((?:`[\w.*]+`,?\s+)+)/.exec(read('docs/adapters/stripe.md'))?.[1] ?? '';
  const patterns = [...said.matchAll(/`([\w.*]+)`/g)].map(([, name = '']) => name);
  expect(patterns.length).toBeGreaterThan(5);
  expect(stripe.events.length).toBeGreaterThan(200);
  const isThere = (pattern: string) => {
    const name = new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replace('*', '.+')}$`);
    return stripe.events.some((event) => name.test(event));
  };
  expect(patterns.filter((pattern) => !isThere(pattern))).toEqual([]);
});

test('[M12] a state of Twilio’s description is found by the name that its SDK gives it', () => {
  const schemas = { message_enum_status: { type: 'string', enum: ['queued', 'sent'] } };
  const api = { info: { version: '1' }, paths: {}, components: { schemas } };
  expect(enumOf(api, 'MessageStatus')).toEqual(['queued', 'sent']);
  expect(enumOf(api, 'AccountStatus')).toBeUndefined();
});
