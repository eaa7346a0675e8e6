import { placeOrder } from '@portside/contract/checkout';
import { listPlans } from '@portside/contract/plans';
import { sql } from 'kysely';
import * as sandboxDisputes from '../adapters/payment/sandbox/disputes.ts';
import * as sandboxRefunds from '../adapters/payment/sandbox/refunds.ts';
import * as sandboxWarnings from '../adapters/payment/sandbox/fraud-warnings.ts';
import { tokenOf } from '../adapters/payment/stripe/bench.suite.ts';
import type { App } from '../app.ts';
import { refundOrder } from '../checkout/refunding.ts';
import { ownerOfRow } from '../http/who.ts';
import { type Amounts, sumUp } from '../payments/amounts.ts';
import { askProvider, recordCharge, requestCharge } from '../payments/charges.ts';
import type { Attempt } from '../payments/payments.ts';
import { openStripes, openStripeShops, paidInto, shopOf } from './brands-on-stripe.ts';
import { mesa } from './chatting.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken, type Shop } from './shopping.ts';
import { moveDispute, openDispute } from './stripe/disputes.ts';
import { warnOfFraud } from './stripe/fraud-warnings.ts';
import { createRefund, failRefund } from './stripe/refunds.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/*
 * One payment for several charges, without the pages and the orders’ jobs, at the sandbox and at Stripe
 * (P03). Buying several lines: buying-lines.ts.
 */

/** A shop without a worker, and what people and banks do at its payment provider. */
export interface PaymentDesk {
  readonly app: TestApp;
  readonly shop: Shop;
  token(card: string): Promise<string>;
  /** By the provider's people. @returns its reference */
  giveBack(paymentRef: string, cents: number): Promise<string>;
  returnRefund(refundRef: string): Promise<void>;
  dispute(paymentRef: string): Promise<string>;
  decide(disputeRef: string, verdict: 'won' | 'lost'): Promise<void>;
  warn(paymentRef: string): Promise<string>;
  /** What it took, by our mark. */
  taken(key: string): Promise<{ cents: number; description: string }[]>;
  close(): Promise<void>;
}

export async function sandboxDesk(): Promise<PaymentDesk> {
  const app = await openTestApp({ config: { roles: new Set(['api']) } });
  return {
    app,
    shop: app,
    token: (card) => paymentToken(app, card),
    async giveBack(paymentRef, amountCents) {
      const key = `sandbox:${app.app.random.token()}`;
      const { refundRef } = await sandboxRefunds.refundOnce(app.app, {
        key,
        paymentRef,
        amountCents,
      });
      return refundRef ?? '';
    },
    returnRefund: (ref) => sandboxRefunds.failRefund(app.app, ref),
    dispute: async (ref) => (await sandboxDisputes.openDispute(app.app, ref))?.ref ?? '',
    async decide(ref, verdict) {
      await sandboxDisputes.moveDispute(app.app, ref, verdict);
    },
    warn: async (ref) => (await sandboxWarnings.warnOfFraud(app.app, ref)) ?? '',
    async taken(key) {
      const { rows } = await sql<{ cents: number; description: string }>`
        select amount_cents as cents, description from sandbox_pay_charges
        where made_for = ${key}`.execute(app.app.db.query);
      return rows;
    },
    close: () => app.close(),
  };
}

export async function stripeDesk(): Promise<PaymentDesk> {
  const at: { app?: TestApp } = {};
  const both = await openStripes(() => at.app?.clock.now() ?? new Date());
  const app = await openStripeShops({ harbor: paidInto(both.harbor), mesa: paidInto(both.mesa) });
  at.app = app;
  const { stripe } = both.mesa;
  const { account } = stripe;
  return {
    app,
    shop: shopOf(app, mesa),
    token: (card) => tokenOf(stripe, card),
    async giveBack(paymentRef, cents) {
      const fields = { payment_intent: paymentRef, amount: String(cents) };
      return (createRefund(account, fields) as { id: string }).id;
    },
    returnRefund: async (ref) => failRefund(account, ref),
    dispute: async (ref) => openDispute(account, ref),
    decide: async (ref, verdict) => moveDispute(account, ref, verdict),
    warn: async (ref) => warnOfFraud(account, ref),
    taken: async (key) =>
      [...account.intents.values()]
        .filter(({ metadata }) => metadata['key'] === key)
        .map(({ amount, description }) => ({ cents: amount, description: description ?? '' })),
    async close() {
      await app.close();
      await Promise.all([both.harbor.stripe.close(), stripe.close()]);
    },
  };
}

export interface Requested {
  readonly customer: Awaited<ReturnType<typeof newcomer>>;
  readonly tenant: number;
  /** In the order of the lines; the first one's charge has the payment. */
  readonly parts: readonly (Attempt & { readonly cents: number; readonly item: string })[];
  readonly first: Attempt;
}

interface LineWanted {
  readonly planId?: string;
  /** Its bill was paid with credit. */
  readonly free?: boolean;
}

/**
 * A charge for several orders that were declined before: as the shop requests it, without its pages.
 */
export async function requestTogether(
  desk: PaymentDesk,
  { card = cards.visa, lines = [{}, {}] }: { card?: string; lines?: readonly LineWanted[] } = {},
): Promise<Requested> {
  const { app, shop } = desk;
  const customer = await newcomer(shop);
  const declined: string[] = [];
  for (const { planId } of lines) {
    const cart = await fillCart(shop, planId === undefined ? {} : { planId });
    const paying = { paymentToken: await desk.token(cards.declined) };
    declined.push((await customer.call(placeOrder, orderOf(cart, paying))).orderId);
  }
  const { rows: orders } = await sql<{
    id: string;
    tenant_id: number;
    customer_id: string;
    quote: Quoted;
  }>`
    update orders set attempt = 2, status = 'placed' where id = any(${declined}::text[])
    returning id, tenant_id, customer_id, quote`.execute(app.app.db.query);
  orders.sort((a, b) => declined.indexOf(a.id) - declined.indexOf(b.id));
  const paymentToken = await desk.token(card);
  const parts = orders.map(({ id, quote }, at) => {
    const amounts = lines[at]?.free ? paidByCredit(quote.amounts) : quote.amounts;
    const cents = amounts.finalCheckoutAmount;
    return { kind: 'order' as const, id, attempt: 2, cents, item: quote.planName, amounts };
  });
  const [first] = parts;
  if (!first) throw new Error('Nothing is bought');
  const due = parts.reduce((sum, { cents }) => sum + cents, 0);
  await app.app.db.transaction(async (tx) => {
    for (const [at, { cents: _, amounts, item, ...one }] of parts.entries()) {
      const owner = ownerOfRow(orders[at] as (typeof orders)[number]);
      await requestCharge(app.app, tx, {
        ...one,
        owner,
        payer: owner,
        idempotencyKey: 'together',
        transactionKind: 'new_line',
        item,
        amounts,
        customer: ['Noa Newcomer'],
        seller: null,
        method: due > 0 ? { kind: 'token', paymentToken, save: true } : { kind: 'none' },
        present: true,
        language: 'en',
        ...(at > 0 && { paidWith: first }),
      });
    }
  });
  return { customer, tenant: orders[0]?.tenant_id ?? 0, parts, first };
}

/** What the orders' job does with it, and the orders with that. */
export async function settleTogether(app: App, { first, parts }: Requested) {
  const news = await askProvider(app, first);
  if (!news) throw new Error('Nothing was asked');
  const { settled } = await app.db.transaction((tx) => recordCharge(app, tx, first, news));
  await sql`update orders set status = ${settled.status}
    where id = any(${parts.map(({ id }) => id)}::text[])`.execute(app.db.query);
  return settled;
}

/** What the order's job does. */
export const refundByJob = (app: App, { id }: Attempt) => refundOrder(app, id);

/** Of different prices, the dearer one behind. */
export async function twoPlans({ shop }: PaymentDesk) {
  const { plans } = await shop.anyone.call(listPlans, {});
  const sorted = plans.toSorted((a, b) => a.retailPrice - b.retailPrice);
  const [cheap, dear] = [sorted[0]?.id ?? '', sorted.at(-1)?.id ?? ''];
  return [{ planId: cheap }, { planId: dear }] as const;
}

interface Quoted {
  readonly planName: string;
  readonly amounts: Amounts;
}

const paidByCredit = ({ lines, finalCheckoutAmount, place }: Amounts): Amounts =>
  sumUp([...lines, { kind: 'credit', cents: -finalCheckoutAmount }], place);
