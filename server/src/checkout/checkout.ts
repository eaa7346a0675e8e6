import { consentVersion } from '@portside/contract/autopay';
import type {
  askQuote,
  confirmPayment as confirmPaymentCall,
  OrderAnswer,
  OrderStatus,
  placeOrder as placeOrderCall,
  Quote,
  viewOrder as viewOrderCall,
} from '@portside/contract/checkout';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import { proofFor, type Customer, type Owner, type Visitor } from '../http/who.ts';
import * as lines from '../lines/lines.ts';
import { dollars } from '../money.ts';
import { answerOf, answerOfPurchase } from './answers.ts';
import { ownerOf } from './order-charge.ts';
import { isPayable, isUnsettled, type StoredStatus } from './order-status.ts';
import { refuseUnknownOpen } from './open-orders.ts';
import { isForAnother } from './other-recipient.ts';
import { methodOf, settleAtOnce } from './paying.ts';
import { askedLines, readyLines, refuseLines } from './place-lines.ts';
import { findPurchase } from './purchase.ts';
import {
  findQuoted,
  friendOf,
  termOf,
  makeQuote,
  quoteOf,
  requirePlace,
  type Quoted,
  type QuoteRefused,
} from './quotes.ts';
import { giveUpConfirmation, settleOrder } from './settling.ts';
import * as store from './store.ts';
import { addressOf, writeDown } from './write-purchase.ts';
import { numberOf } from './find-orders.ts';
import { attemptOfKey, findCharge, findChargeOf } from '../payments/charges.ts';
import { findPaymentOf } from '../payments/history.ts';
import { sellerOf } from '../payments/parties.ts';

type Input = ParsedInputOf<typeof placeOrderCall>;
type PlaceRefused = Refused<ReasonOf<typeof placeOrderCall>>;

export async function quotePlan(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof askQuote>,
): Promise<Quote | QuoteRefused> {
  const quote = await makeQuote(app, who, input);
  return quote instanceof Refused ? quote : quoteOf(quote, who.language);
}

/**
 * One cart is one order, one idempotency key one attempt to pay: repeated calls answer how the
 * order stands and charge nothing. A new key pays a declined order again. @throws No `invalid`, for
 * a state that does not match its ZIP Code
 */
export async function placeOrder(
  app: App,
  who: Customer,
  input: Input,
): Promise<OrderAnswer | PlaceRefused> {
  const known = await store.orderOfCart(app.db.query, who, input.cartId);
  if (known && !(await mayPayAgain(app, who, known, input.idempotencyKey))) {
    return answerOf(app, who, known.id);
  }
  const open = await refuseUnknownOpen(app.db.query, who, input);
  if (open) return open;
  if (input.autopay && input.autopay.consent !== consentVersion) {
    return refused('consent_outdated');
  }
  const { payment } = app.adapters.of(who.tenant);
  const asked = askedLines(input);
  const no = refuseLines(app, who, asked);
  if (no) return no;
  requirePlace(input.state, input.zipCode);
  if (input.shipping) requirePlace(input.shipping.state, input.shipping.zipCode);
  const quoted = await usableQuote(app, who, input);
  if (quoted instanceof Refused) return quoted;
  const due = quoted.reduce((sum, row) => sum + row.total_cents, 0);
  if (due > 0 && due < payment.leastCents) return refused('amount_too_small');
  const method = await methodOf(app, who, input, due);
  if (method instanceof Refused) return method;
  const isSaved = input.cardId !== undefined;
  if (isSaved && (await isForAnother(app, who, input))) {
    const unproven = await proofFor(who, app.db.query);
    if (unproven) return unproven;
  }
  const lines = await readyLines(app, who, input.cartId, asked);
  if (lines instanceof Refused) return lines;
  const seller = await sellerOf(app, who.brand);
  const orderId = await writeDown(app, who, input, quoted, lines, { method, seller });
  if (orderId instanceof Refused) {
    const isSpent = orderId.reason === 'quote_expired';
    return isSpent ? requote(app, who, input, quoted, 'quote_expired') : orderId;
  }
  await settleAtOnce(app, orderId);
  return answerOf(app, who, orderId);
}

export async function confirmPayment(
  app: App,
  who: Customer,
  { payment: paymentRef }: ParsedInputOf<typeof confirmPaymentCall>,
): Promise<OrderAnswer> {
  const db = app.db.query;
  const charge =
    (await findCharge(db, who, paymentRef)) ?? (await findChargeOf(db, [who.tenant], paymentRef));
  if (charge?.kind !== 'order') throw notFound();
  // Of a line that they manage, it is another's order (P04).
  if (!(await store.paidOrderOf(db, who, charge.id))) throw notFound();
  await settleOrder(app, charge.id);
  return answerOf(app, who, charge.id);
}

/** @throws No `not_found`, also for another customer's order */
export async function viewOrder(
  app: App,
  who: Customer,
  { id: orderId }: ParsedInputOf<typeof viewOrderCall>,
): Promise<OutputOf<typeof viewOrderCall>> {
  const db = app.db.query;
  const found = await findPurchase(db, who, orderId);
  if (!found) throw notFound();
  const { order, lead } = found;
  const isOfCart = order.kind === 'new_line';
  const purchase = isOfCart ? found.all : [];
  const numbers = new Map(purchase.map((one) => [one.id, numberOf(who.brand, one)]));
  const [line, transaction] = await Promise.all([
    order.line_id === null
      ? lines.findSeenOfOrder(db, who, orderId)
      : lines.findSeen(app, db, who, order.line_id),
    findPaymentOf(app, who, ownerOf(lead.id), numbers),
  ]);
  const number = numberOf(who.brand, order);
  // How it is paid is one thing for all; from then on each goes its own way.
  const isPaid = !isUnsettled(order.status) && !isPayable(order.status);
  return {
    orderId,
    ...(number && { number }),
    ...(isOfCart && { cartId: lead.cart_id }),
    status: isOfCart ? statusOf(order.status, line?.status) : order.status,
    payment: await answerOfPurchase(app, who, isPaid ? found : { ...found, order: lead }),
    ...(line && { line }),
    ...(transaction && { transaction }),
    ...(purchase.length > 1 && { purchase: await viewPurchase(app, who, purchase) }),
  };
}

/** Each line as its own order has it. */
const viewPurchase = (app: App, who: Customer, purchase: readonly store.OrderRow[]) =>
  Promise.all(
    purchase.map(async (order) => {
      const line = await lines.findSeenOfOrder(app.db.query, who, order.id);
      const number = numberOf(who.brand, order);
      return {
        orderId: order.id,
        ...(number && { number }),
        item: order.quote.planName,
        amount: dollars(order.quote.amounts.finalCheckoutAmount),
        status: statusOf(order.status, line?.status),
        ...(line && { line }),
      };
    }),
  );

function statusOf(status: StoredStatus, line: string | undefined): OrderStatus {
  if (status !== 'paid') return status;
  return line === 'activating' || line === 'active' ? line : 'paid';
}

/** Only a new key, and only while nothing is paid or in progress. */
async function mayPayAgain(
  app: App,
  owner: Owner,
  order: store.OrderRow,
  key: string,
): Promise<boolean> {
  if (await attemptOfKey(app.db.query, ownerOf(order.id), key)) return false;
  if (order.status === 'confirm') {
    await giveUpConfirmation(app, order.id);
    const now = await store.orderOf(app.db.query, owner, order.id);
    return now !== undefined && isPayable(now.status);
  }
  return isPayable(order.status);
}

/** It must be this cart's, for as many lines, still valid, and for the address of use. */
async function usableQuote(app: App, who: Customer, input: Input): Promise<Quoted | PlaceRefused> {
  const quoted = await findQuoted(app.db.query, who.tenant, input.quoteId);
  if (!quoted || quoted.length !== askedLines(input).length) return refused('unknown_quote');
  const [first] = quoted;
  if (first.cart_id !== input.cartId) return refused('unknown_quote');
  const moved = first.zip_code !== input.zipCode || first.state !== input.state;
  const expired = first.expires_at <= app.clock.now();
  if (!moved && !expired) return quoted;
  return requote(app, who, input, quoted, moved ? 'quote_stale' : 'quote_expired');
}

async function requote(
  app: App,
  who: Customer,
  input: Input,
  quoted: Quoted,
  reason: 'quote_stale' | 'quote_expired',
): Promise<PlaceRefused> {
  const [first] = quoted;
  const code = first.promo_code || friendOf(first)?.code;
  const asked = {
    zipCode: input.zipCode,
    address: addressOf(input),
    cartId: input.cartId,
    ...(code && { promoCode: code }),
    ...(reason === 'quote_stale' && { state: input.state }),
  };
  const wishes = quoted.map((row) => ({ planId: row.plan_id, months: termOf(row)?.months }));
  const ask = () => {
    const [{ planId, months } = { planId: '' }, ...more] = wishes;
    const further = more.length > 0 && { more };
    return makeQuote(app, who, { ...asked, planId, ...(months && { months }), ...further });
  };
  let fresh = await ask();
  // It is not sold for so long any more: the price of 30 days is shown instead.
  while (fresh instanceof Refused && fresh.reason === 'unknown_term') {
    const without = wishes[(fresh.line ?? 1) - 1];
    if (without) without.months = undefined;
    fresh = await ask();
  }
  if (fresh instanceof Refused) {
    const { reason: why } = fresh;
    return refused(why === 'unknown_plan' || why === 'unknown_term' ? 'unknown_quote' : why);
  }
  return refused(reason, { quote: quoteOf(fresh, who.language) });
}
