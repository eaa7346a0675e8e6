import { pino, type Logger } from 'pino';
import { later } from '../../../clock.ts';
import { moveDispute, openDispute } from '../../../testing/stripe/disputes.ts';
import { warnOfFraud } from '../../../testing/stripe/fraud-warnings.ts';
import { failRefund } from '../../../testing/stripe/refunds.ts';
import { TOKENS_HOLD } from '../../../testing/stripe/setups.ts';
import { startStripe, type StripeServer } from '../../../testing/stripe/server.ts';
import type { Notice, PaymentBench } from '../payment-bench.suite.ts';
import { stripePayment } from './payment.ts';
import { signAsStripe } from './signature.ts';

/** An account at a local Stripe, the adapter for it, and the time of both. */
export async function openStripe(
  name = 'one',
  { now, log = pino({ level: 'silent' }) }: { now?: () => Date; log?: Logger } = {},
) {
  let moved = new Date('2026-11-20T12:00:00Z');
  const clock = { now: now ?? (() => moved) };
  const keys = {
    secretKey: `sk_test_${name}`,
    publishableKey: `pk_test_${name}`,
    webhookSecret: `whsec_${name}`,
  };
  const stripe = await startStripe({ ...keys, ...clock });
  const settings = { ...keys, apiUrl: stripe.url, scriptUrl: `${stripe.url}/endive/stripe.js` };
  const port = stripePayment(settings, { clock, log });
  return {
    stripe,
    port,
    settings,
    clock,
    move(milliseconds: number) {
      moved = later(moved, milliseconds);
    },
    /** In the wrong order, and the first of them twice. */
    sent(): Notice[] {
      const events = stripe.work().toReversed();
      return [...events, ...events.slice(0, 1)].map(({ body }) => ({
        headers: { 'stripe-signature': signAsStripe(body, keys.webhookSecret, clock.now()) },
        body,
      }));
    },
  };
}

/** What the browser's script does with a card. */
export async function tokenOf({ account, url }: StripeServer, number: string, expiry = '12/30') {
  const [month = '', year = ''] = expiry.split('/');
  const answer = await fetch(`${url}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.publishableKey}` },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': month,
      'payment_method_data[card][exp_year]': `20${year}`,
      'payment_method_data[card][cvc]': number.length === 15 ? '1234' : '123',
      'payment_method_data[billing_details][name]': 'Ann Bee',
    }),
  });
  const token = (await answer.json()) as { id?: string; error?: { message: string } };
  if (!token.id) throw new Error(token.error?.message ?? 'No token came');
  return token.id;
}

/** A browser sends a form of Stripe's pages; where it is sent then. */
export async function walk(page: string, form: Record<string, string>): Promise<string> {
  const answer = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  return answer.headers.get('location') ?? '';
}

export const typedCard = (number: string) => ({
  number,
  expiry: '12/30',
  cvc: '123',
  name: 'Ann Bee',
});

/** What the payment suite needs of it. */
export function stripeBench(bench: Awaited<ReturnType<typeof openStripe>>): PaymentBench {
  const { stripe } = bench;
  return {
    port: bench.port,
    token: (number, expiry) => tokenOf(stripe, number, expiry),
    tokensHold: TOKENS_HOLD,
    answerBank: (page, outcome) => walk(page, { say: outcome }),
    fillSetup: (page, number) => walk(page, typedCard(number)),
    returnRefund: async (refundRef) => failRefund(stripe.account, refundRef),
    dispute: async (paymentRef) => openDispute(stripe.account, paymentRef),
    warn: async (paymentRef) => warnOfFraud(stripe.account, paymentRef),
    decideDispute: async (disputeRef, verdict) => moveDispute(stripe.account, disputeRef, verdict),
    async pass(milliseconds) {
      bench.move(milliseconds);
      return bench.sent();
    },
    close: () => stripe.close(),
  };
}
