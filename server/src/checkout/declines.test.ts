import { confirmPayment, placeOrder } from '@portside/contract/checkout';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeclineReason } from '../adapters/payment/payment.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { passHours } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let reason: DeclineReason;

beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        payment: {
          ...opened.payment,
          async charge(request) {
            const charged = await opened.payment.charge(request);
            return charged.kind === 'declined' ? { ...charged, reason } : charged;
          },
        },
      }),
    },
  });
});
afterAll(() => app.close());

async function declinedFor(why: DeclineReason) {
  reason = why;
  const customer = await newcomer(app);
  const token = await paymentToken(app, cards.declined);
  return customer.call(placeOrder, orderOf(await fillCart(app), { paymentToken: token }));
}

test.each([
  ['wrong_details', /Check them, or use another card/],
  ['not_supported', /can’t be used for this payment/],
  ['try_later', /in a few minutes/],
  ['ask_bank', /Call the number on your card/],
  ['expired_card', /has expired/],
] as const)('[M01] a card that is declined for %s says what to do', async (why, sentence) => {
  const answer = await declinedFor(why);
  expect(answer).toMatchObject({ status: 'declined', reason: why });
  expect(answer.message).toMatch(sentence);
});

test('[M01] what the shop dropped is not called a refusal of the bank: a form that was open too long', async () => {
  reason = 'form_expired';
  const customer = await newcomer(app);
  const paymentToken = 'tok_made_up';
  const answer = await customer.call(placeOrder, orderOf(await fillCart(app), { paymentToken }));
  expect(answer).toMatchObject({ status: 'declined', reason: 'form_expired' });
  expect(answer.message).toContain('Nothing was charged. Please enter the card again.');
  expect(answer.message).not.toMatch(/bank/i);
});

test('[M01] a payment that waited too long for the bank says that we stopped it, also when it is confirmed late', async () => {
  const customer = await newcomer(app);
  const token = await paymentToken(app, cards.confirms);
  const asked = await customer.call(
    placeOrder,
    orderOf(await fillCart(app), { paymentToken: token }),
  );
  expect(asked.status).toBe('confirm');
  await passHours(app, 1);
  const payment = (asked.redirectUrl ?? '').split('/').at(-1) ?? '';
  const answer = await customer.call(confirmPayment, { payment });
  expect(answer).toMatchObject({ status: 'declined', reason: 'given_up' });
  expect(answer.message).toBe(
    'Your bank’s confirmation took too long, so we stopped this payment. Nothing was charged. Please pay again.',
  );
});

test('[M01] a stolen card reads as a plain decline, in the sentence and in the answer', async () => {
  const answer = await declinedFor('stolen_card');
  expect(answer).toMatchObject({ status: 'declined', reason: 'declined' });
  expect(JSON.stringify(answer)).not.toMatch(/stolen|lost|fraud/i);
});
