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
import type { StreetAddress } from '@portside/contract/street-address';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import type { Tx } from '../db/database.ts';
import { proofFor, type Customer, type Owner, type Visitor } from '../http/who.ts';
import * as lines from '../lines/lines.ts';
import { answerOf } from './answers.ts';
import { ownerOf } from './order-charge.ts';
import { isCreditFree } from './order-credit.ts';
import { isPayable, type StoredStatus } from './order-status.ts';
import { refuseUnknownOpen } from './open-orders.ts';
import { isForAnother } from './other-recipient.ts';
import { methodOf, orderedQuote, requestPayment, settleAtOnce } from './paying.ts';
import { giverOf } from './new-customer.ts';
import {
  friendOf,
  termOf,
  makeQuote,
  ofACart,
  promoOf,
  quoteOf,
  requirePlace,
  type QuoteRefused,
} from './quotes.ts';
import { giveUpConfirmation, settleOrder } from './settling.ts';
import * as quoteStore from './quote-store.ts';
import * as store from './store.ts';
import { holdOpen } from '../account/joining.ts';
import { keepNewNumber } from '../lines/new-numbers.ts';
import { checkSimAndPhone } from '../lines/sim-claims.ts';
import { numberOf } from './find-orders.ts';
import { attemptOfKey, type ChargeRequest, findCharge, findChargeOf } from '../payments/charges.ts';
import { findPaymentOf } from '../payments/history.ts';
import { sellerOf } from '../payments/parties.ts';
import { usePromo } from '../promos/using.ts';
import { forgetFriend, noteFriend } from '../referrals/friends-code.ts';
import { saveForOrder, attachToOrder } from '../port-in/ordered-number.ts';

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
  const { carrier, payment } = app.adapters.of(who.tenant);
  if (input.simType === 'esim' && !carrier.can.has('esim')) return refused('esim_not_offered');
  requirePlace(input.state, input.zipCode);
  if (input.shipping) requirePlace(input.shipping.state, input.shipping.zipCode);
  const quote = await usableQuote(app, who, input);
  if (quote instanceof Refused) return quote;
  const due = quote.total_cents;
  if (due > 0 && due < payment.leastCents) return refused('amount_too_small');
  const method = await methodOf(app, who, input, due);
  if (method instanceof Refused) return method;
  const isSaved = input.cardId !== undefined;
  if (isSaved && (await isForAnother(app, who, input))) {
    const no = await proofFor(who, app.db.query);
    if (no) return no;
  }
  const sim = await checkSimAndPhone(app, who.tenant, input);
  if (sim instanceof Refused) return sim;
  const portInId = input.portIn && (await saveForOrder(app, who, input.portIn));
  if (portInId instanceof Refused) return portInId;
  const chosen = portInId ? undefined : input.newNumber;
  const keptNumber = await keepNewNumber(app, who, input.cartId, chosen);
  if (keptNumber instanceof Refused) return keptNumber;
  const seller = await sellerOf(app, who.brand);
  const paying = { method, seller };
  const brought = { portInId, keptNumber };
  const orderId = await writeDown(app, who, { ...input, ...sim }, quote, paying, brought);
  if (orderId instanceof Refused) {
    const isSpent = orderId.reason === 'quote_expired';
    return isSpent ? requote(app, who, input, quote, 'quote_expired') : orderId;
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
  const order = await store.paidOrderOf(db, who, orderId);
  if (!order) throw notFound();
  const lineId = order.line_id ?? (await lines.findLineOfOrder(db, who, orderId))?.id;
  const line = lineId === undefined ? undefined : await lines.findSeen(app, db, who, lineId);
  const transaction = await findPaymentOf(app, who, ownerOf(orderId));
  const number = numberOf(who.brand, order);
  const isOfCart = order.kind === 'new_line';
  return {
    orderId,
    ...(number && { number }),
    ...(isOfCart && { cartId: order.cart_id }),
    status: isOfCart ? statusOf(order.status, line?.status) : order.status,
    payment: await answerOf(app, who, orderId),
    ...(line && { line }),
    ...(transaction && { transaction }),
  };
}

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

/** It must be this cart's, still valid, and for the address of use. */
async function usableQuote(
  app: App,
  who: Customer,
  input: Input,
): Promise<quoteStore.QuoteRow | PlaceRefused> {
  const quote = await quoteStore.quoteById(app.db.query, who.tenant, input.quoteId);
  if (!quote || quote.cart_id !== input.cartId) return refused('unknown_quote');
  const moved = quote.zip_code !== input.zipCode || quote.state !== input.state;
  const expired = quote.expires_at <= app.clock.now();
  if (!moved && !expired) return quote;
  return requote(app, who, input, quote, moved ? 'quote_stale' : 'quote_expired');
}

async function requote(
  app: App,
  who: Customer,
  input: Input,
  quote: quoteStore.QuoteRow,
  reason: 'quote_stale' | 'quote_expired',
): Promise<PlaceRefused> {
  const code = quote.promo_code || friendOf(quote)?.code;
  const asked = {
    planId: quote.plan_id,
    zipCode: input.zipCode,
    address: addressOf(input),
    cartId: input.cartId,
    ...(code && { promoCode: code }),
    ...(reason === 'quote_stale' && { state: input.state }),
  };
  const months = termOf(quote)?.months;
  let fresh = await makeQuote(app, who, { ...asked, ...(months && { months }) });
  // It is not sold for so long any more: the price of 30 days is shown instead.
  if (fresh instanceof Refused && fresh.reason === 'unknown_term') {
    fresh = await makeQuote(app, who, asked);
  }
  if (fresh instanceof Refused) {
    const { reason: why } = fresh;
    return refused(why === 'unknown_plan' || why === 'unknown_term' ? 'unknown_quote' : why);
  }
  return refused(reason, { quote: quoteOf(fresh, who.language) });
}

/** Saves order, charge and settling job before anything is asked. */
function writeDown(
  app: App,
  who: Customer,
  input: Input,
  row: quoteStore.QuoteRow,
  paying: Pick<ChargeRequest, 'method' | 'seller'>,
  { portInId, keptNumber }: { portInId: string | undefined; keptNumber: string | undefined },
): Promise<string | PlaceRefused> {
  const now = app.clock.now();
  const friend = friendOf(row);
  const term = termOf(row);
  const quote = {
    ...orderedQuote(row),
    ...(friend && { friendCode: friend.code }),
    ...(term && { term }),
  };
  const details = input.autopay ? consentGiven(who) : {};
  const line: store.OrderedLine = {
    simType: input.simType,
    iccid: input.iccid ?? '',
    imei: input.imei ?? '',
    address: addressOf(input),
    subscriber: { firstName: input.firstName, lastName: input.lastName },
    ...(input.shipping && { shipping: { ...input.shipping } as Record<string, string> }),
    ...(portInId && { portInId }),
    ...(keptNumber && { keptNumber }),
  };
  return app.db.transaction(async (tx) => {
    await holdOpen(tx, who);
    // Of two concurrent carts the second one sees the first.
    await store.lockOrdersOf(tx, who);
    const open = await refuseUnknownOpen(tx, who, input);
    if (open) return open;
    const credit = { cents: quote.amounts.creditUsed ?? 0, butCart: input.cartId };
    if (!(await isCreditFree(app, tx, who, credit))) return refused('quote_expired');
    const placed = await store.orderOfCart(tx, who, input.cartId);
    const before = placed && (await store.lockOrderOf(tx, who, placed.id));
    if (before && (await isTried(tx, before, input.idempotencyKey))) return before.id;
    const orderId = before?.id ?? app.random.id('ord');
    const promo = promoOf(row);
    const used = promo && (await usePromo(app, tx, promo, { orderId, owner: who }));
    if (used) return refused(used);
    if (before) await forgetFriend(tx, orderId);
    const giver = giverOf(tx, who, now);
    const notJoined = friend && (await noteFriend(app, tx, who.brand, friend, { orderId, giver }));
    if (notJoined) return refused(notJoined);
    const fresh = {
      id: orderId,
      tenant_id: who.tenant,
      customer_id: who.customerId,
      payer_customer_id: null,
      ...ofACart,
      details,
      cart_id: input.cartId,
      status: 'placed' as const,
      attempt: 1,
      quote,
      line,
      created_at: now,
      updated_at: now,
    };
    const attempt = before ? before.attempt + 1 : 1;
    const order = before ?? (await store.insertOrder(tx, fresh));
    if (before) await store.placeAgain(tx, orderId, { attempt, quote, line, details, now });
    if (before || portInId) await attachToOrder(app, tx, who, order.id, portInId);
    await account.rememberContact(tx, who, {
      ...addressOf(input),
      firstName: input.firstName,
      lastName: input.lastName,
      contactNumber: phoneOf(input.contactNumber),
    });
    await requestPayment(
      app,
      tx,
      { ...order, quote, attempt },
      {
        ...paying,
        idempotencyKey: input.idempotencyKey,
        present: true,
        language: who.language,
      },
    );
    return order.id;
  });
}

/** Paid, under way, or tried with this key. */
const isTried = async (tx: Tx, order: store.OrderRow, key: string): Promise<boolean> =>
  !isPayable(order.status) || (await attemptOfKey(tx, ownerOf(order.id), key)) !== undefined;

/** Kept with the order: the line's autopay is turned on when it is there. */
const consentGiven = (who: Customer) => ({
  autopay: consentVersion,
  language: who.language,
  network: who.network,
  userAgent: who.userAgent,
});

function addressOf(input: Input): StreetAddress {
  const { streetNumber, streetDirection = '', streetName, streetUnit = '' } = input;
  const { city, state, zipCode } = input;
  return { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode };
}

function phoneOf(digits: string | undefined): string {
  if (!digits) return '';
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}
