import { consentVersion } from '@portside/contract/autopay';
import type { placeOrder as placeOrderCall } from '@portside/contract/checkout';
import type { ParsedInputOf } from '@portside/contract/endpoint';
import { MOST_LINES } from '@portside/contract/most-lines';
import type { StreetAddress } from '@portside/contract/street-address';
import * as account from '../account/account.ts';
import { holdOpen } from '../account/joining.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { attemptOfKey, type ChargeRequest } from '../payments/charges.ts';
import { attachToOrder } from '../port-in/ordered-number.ts';
import { usePromo } from '../promos/using.ts';
import { forgetFriend, noteFriend } from '../referrals/friends-code.ts';
import { giverOf } from './new-customer.ts';
import { refuseUnknownOpen } from './open-orders.ts';
import { ownerOf } from './order-charge.ts';
import { isCreditFree } from './order-credit.ts';
import { isPayable } from './order-status.ts';
import { orderedQuote, requestPayment } from './paying.ts';
import type { ReadyLine } from './place-lines.ts';
import { cartIdOf } from './purchase.ts';
import type * as quoteStore from './quote-store.ts';
import { friendOf, ofACart, promoOf, termOf, type Quoted } from './quotes.ts';
import * as store from './store.ts';

type Input = ParsedInputOf<typeof placeOrderCall>;
type Paying = Pick<ChargeRequest, 'method' | 'seller'>;

/** Saves orders, charges and settling job before anything is asked. @returns the first one's id */
export function writeDown(
  app: App,
  who: Customer,
  input: Input,
  rows: Quoted,
  lines: readonly ReadyLine[],
  paying: Paying,
) {
  const [first] = rows;
  const friend = friendOf(first);
  const wanted = rows.map((row, at) => ({
    place: at + 1,
    quote: quoteFor(row),
    line: lineFor(input, lines[at]),
  }));
  const creditCents = wanted.reduce((sum, { quote }) => sum + (quote.amounts.creditUsed ?? 0), 0);
  return app.db.transaction(async (tx) => {
    await holdOpen(tx, who);
    // Of two concurrent carts the second one sees the first.
    await store.lockOrdersOf(tx, who);
    const open = await refuseUnknownOpen(tx, who, input);
    if (open) return open;
    const known = await lockCart(tx, who, input.cartId);
    const before = known.get(input.cartId);
    if (before && (await isTried(tx, before, input.idempotencyKey))) return before.id;
    // Held after the orders, as when they are settled.
    const credit = { cents: creditCents, butCart: input.cartId };
    if (!(await isCreditFree(app, tx, who, credit))) return refused('quote_expired');
    const orderId = before?.id ?? app.random.id('ord');
    const promo = promoOf(first);
    const used = promo && (await usePromo(app, tx, promo, { orderId, owner: who }));
    if (used) return refused(used);
    if (before) await forgetFriend(tx, orderId);
    const giver = giverOf(tx, who, app.clock.now());
    const notJoined = friend && (await noteFriend(app, tx, who.brand, friend, { orderId, giver }));
    if (notJoined) return refused(notJoined);
    const orders: store.OrderRow[] = [];
    for (const one of wanted) {
      const cartId = cartIdOf(input.cartId, one.place);
      const its = { cartId, id: one.place === 1 ? orderId : undefined, leadId: orderId };
      orders.push(await writeOrder(app, tx, who, input, { ...one, ...its }, known.get(cartId)));
      known.delete(cartId);
    }
    // What was removed from the cart stays as it was declined.
    await store.leavePurchase(
      tx,
      [...known.values()].map(({ id }) => id),
    );
    await account.rememberContact(tx, who, {
      ...addressOf(input),
      firstName: input.firstName,
      lastName: input.lastName,
      contactNumber: phoneOf(input.contactNumber),
    });
    const how = {
      ...paying,
      idempotencyKey: input.idempotencyKey,
      present: true,
      language: who.language,
    };
    const [lead] = orders;
    for (const order of orders) await requestPayment(app, tx, order, how, lead);
    return orderId;
  });
}

/** By cart id: of all its lines, also those that are no part of it any more. */
async function lockCart(
  tx: Tx,
  who: Customer,
  cartId: string,
): Promise<Map<string, store.OrderRow>> {
  const places = Array.from({ length: MOST_LINES }, (_, at) => cartIdOf(cartId, at + 1));
  const rows = await store.lockOrdersOfCarts(tx, who, places);
  return new Map(rows.map((row) => [row.cart_id, row]));
}

interface Wanted {
  readonly place: number;
  readonly quote: store.OrderedQuote;
  readonly line: store.OrderedLine;
  readonly cartId: string;
  readonly id: string | undefined;
  readonly leadId: string;
}

/** A new order, or a new try of the one that was declined. */
async function writeOrder(
  app: App,
  tx: Tx,
  who: Customer,
  input: Input,
  { place, quote, line, cartId, id, leadId }: Wanted,
  before: store.OrderRow | undefined,
): Promise<store.OrderRow> {
  const now = app.clock.now();
  const details = input.autopay ? consentGiven(who) : {};
  const paid_with = place === 1 ? null : leadId;
  const attempt = before ? before.attempt + 1 : 1;
  const again = { attempt, quote, line, details, paid_with };
  const order =
    before ??
    (await store.insertOrder(tx, {
      id: id ?? app.random.id('ord'),
      tenant_id: who.tenant,
      customer_id: who.customerId,
      payer_customer_id: null,
      ...ofACart,
      ...again,
      cart_id: cartId,
      status: 'placed',
      created_at: now,
      updated_at: now,
    }));
  if (before) await store.placeAgain(tx, before.id, { ...again, now });
  if (before || line.portInId) await attachToOrder(app, tx, who, order.id, line.portInId);
  return { ...order, ...again };
}

function quoteFor(row: quoteStore.QuoteRow): store.OrderedQuote {
  const friend = friendOf(row);
  const term = termOf(row);
  return {
    ...orderedQuote(row),
    ...(friend && { friendCode: friend.code }),
    ...(term && { term }),
  };
}

function lineFor(input: Input, ready: ReadyLine | undefined): store.OrderedLine {
  if (!ready) throw new Error('A price without a line');
  const { simType, iccid, imei, portInId, keptNumber } = ready;
  return {
    simType,
    iccid,
    imei,
    address: addressOf(input),
    subscriber: { firstName: input.firstName, lastName: input.lastName },
    ...(input.shipping && { shipping: { ...input.shipping } as Record<string, string> }),
    ...(portInId && { portInId }),
    ...(keptNumber && { keptNumber }),
  };
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

export function addressOf(input: Input): StreetAddress {
  const { streetNumber, streetDirection = '', streetName, streetUnit = '' } = input;
  const { city, state, zipCode } = input;
  return { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode };
}

function phoneOf(digits: string | undefined): string {
  if (!digits) return '';
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}
