import type { askQuote, Quote } from '@portside/contract/checkout';
import type { ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { otherState, stateGoesWithZip } from '@portside/contract/places';
import type { App } from '../app.ts';
import { days, later, minutes } from '../clock.ts';
import { invalid, refused, type Refused } from '../http/no.ts';
import type { Customer, Visitor } from '../http/who.ts';
import { cents, dollars } from '../money.ts';
import * as plans from '../plans/plans.ts';
import { coveredPlace, priceOf } from './plan-price.ts';
import { creditOn } from './order-credit.ts';
import * as quoteStore from './quote-store.ts';
import { sumUp } from '../payments/amounts.ts';
import { type BillLine, writeLines } from '../payments/bill-lines.ts';
import { findPromo, type Promo } from '../promos/using.ts';
import { findFriendsCode, type FriendsCode, type NoFriend } from '../referrals/friends-code.ts';
import { giverOf } from './new-customer.ts';
import { orderOfCart, type OrderDetails, type Term } from './store.ts';

export const HOLDS_FOR = minutes(30);

export const ofACart = { kind: 'new_line', line_id: null, pays_for: null, details: {} } as const;

export type QuoteRefused = Refused<ReasonOf<typeof askQuote>>;

type QuoteRequest = ParsedInputOf<typeof askQuote>;

/**
 * Saves the price that will be charged, after the customer's credit. @throws No `invalid`, for a state that does not match the
 * ZIP Code
 */
export async function makeQuote(
  app: App,
  who: Visitor | Customer,
  request: QuoteRequest,
): Promise<quoteStore.QuoteRow | QuoteRefused> {
  const plan = await plans.findPlan(app, who.tenant, request.planId);
  if (!plan) return refused('unknown_plan');
  const term = plan.prepay?.find((one) => one.months === request.months);
  if (request.months && !term) return refused('unknown_term');
  if (request.state) requirePlace(request.state, request.zipCode);
  const { zipCode, address } = request;
  const covered = await coveredPlace(app, who.tenant, zipCode, request.state);
  if (!covered) return refused('no_coverage');
  const { state } = covered;
  const asked = await codeAsked(app, who, request);
  if (typeof asked === 'string') return refused(asked);
  const { promo, friend } = asked;
  const place = { zipCode, state, ...(address && { address: wholeOf(address) }) };
  const each = everyTime(promo);
  const first = priceOf(app, who.brand, { plan, term, place, promo, first: true });
  // Taxes are asked for once where nothing is charged or taken off the first time alone.
  const isSame = who.brand.fees.activationCents === 0 && each === promo && !term;
  const others = isSame
    ? first
    : priceOf(app, who.brand, { plan, place, promo: each, first: false });
  const [price, next] = await Promise.all([first, others]);
  const credit = 'customerId' in who ? await creditOn(app, app.db.query, who, price.totalCents) : 0;
  const lines = [...price.lines, ...creditLines(credit)];
  const now = app.clock.now();
  const row: quoteStore.QuoteRow = {
    id: app.random.id('quo'),
    tenant_id: who.tenant,
    ...ofACart,
    details: {
      ...(promo && asDetails(promo)),
      ...friend,
      ...(term && { months: term.months, monthCents: cents(plan.retailPrice) }),
      laterCents: next.totalCents,
    },
    cart_id: request.cartId,
    plan_id: plan.id,
    plan_name: plan.retailName,
    plan_flag: plan.flag,
    zip_code: zipCode,
    state,
    promo_code: promo?.code ?? '',
    lines,
    total_cents: sumUp(lines).finalCheckoutAmount,
    estimated: price.estimated,
    created_at: now,
    expires_at: later(now, HOLDS_FOR),
  };
  await quoteStore.insertQuote(app.db.query, row);
  return row;
}

export const creditLines = (cents: number): BillLine[] =>
  cents === 0 ? [] : [{ kind: 'credit', cents: -cents }];

export function requirePlace(state: string, zipCode: string): void {
  if (!stateGoesWithZip(state, zipCode)) throw invalid('state', otherState);
}

const wholeOf = (address: NonNullable<QuoteRequest['address']>) => ({
  ...address,
  streetDirection: address.streetDirection ?? '',
  streetUnit: address.streetUnit ?? '',
});

export function quoteOf(row: quoteStore.QuoteRow, language: string): Quote {
  const { lines, ...sums } = sumUp(row.lines);
  const { laterCents, months } = row.details as CartDetails;
  const friend = friendOf(row);
  return {
    quoteId: row.id,
    lines: writeLines(lines, language),
    orderTotal: dollars(sums.orderTotal),
    taxAmount: dollars(sums.taxAmount),
    regulatoryFee: dollars(sums.regulatoryFee),
    activationFee: dollars(sums.activationFee),
    discountAmount: dollars(sums.discountAmount),
    finalCheckoutAmount: dollars(sums.finalCheckoutAmount),
    estimated: row.estimated,
    expiresAt: row.expires_at.toISOString(),
    ...(months && { months }),
    ...(laterCents !== undefined && {
      renewal: {
        amount: dollars(laterCents),
        // A day before all that is paid ends.
        firstOn: later(row.created_at, days(30) * (months ?? 1) - days(1)).toISOString(),
      },
    }),
    ...(friend && { friend: { code: friend.code, credit: dollars(friend.friendCents) } }),
  };
}

const everyTime = (promo: Promo | undefined) => (promo?.everyPeriod ? promo : undefined);

interface CodeAsked {
  readonly promo?: Promo;
  readonly friend?: FriendsCode;
}

/** One field, one code: a promo code, else a friend's. */
async function codeAsked(
  app: App,
  who: Visitor | Customer,
  { promoCode: typed, cartId }: QuoteRequest,
): Promise<CodeAsked | Exclude<Awaited<ReturnType<typeof findPromo>>, Promo> | NoFriend> {
  const code = typed?.trim().toUpperCase();
  if (!code) return {};
  const owner = 'customerId' in who ? who : undefined;
  // A try that is open, or was, takes no use from the next one.
  const order = owner && (await orderOfCart(app.db.query, owner, cartId));
  const user = { customerId: owner?.customerId, orderId: order?.id };
  const promo = await findPromo(app, who.tenant, code, user);
  if (promo !== 'promo_unknown') return typeof promo === 'string' ? promo : { promo };
  const giver = owner && giverOf(app.db.query, owner, app.clock.now());
  const friend = await findFriendsCode(app, who.brand, code, giver);
  return typeof friend === 'string' ? friend : { friend };
}

/** Kept with the quote: what it promised holds, also when the code is changed meanwhile. */
const asDetails = ({ id, percentOff, centsOff, everyPeriod }: Promo): OrderDetails => ({
  promoId: id,
  ...(percentOff !== null && { percentOff }),
  ...(centsOff !== null && { centsOff }),
  everyPeriod,
});

export function promoOf({ promo_code: code, details }: quoteStore.QuoteRow): Promo | undefined {
  const { promoId: id, percentOff = null, centsOff = null, everyPeriod } = details as CartDetails;
  return id ? { id, code, percentOff, centsOff, everyPeriod: everyPeriod === true } : undefined;
}

/** Likewise. */
export function friendOf({ details }: quoteStore.QuoteRow): FriendsCode | undefined {
  const { codeId, code, referrerCents, friendCents } = details as CartDetails;
  if (!codeId || !code || !referrerCents || !friendCents) return undefined;
  return { codeId, code, referrerCents, friendCents };
}

/** With what a quote of several months is for, each without what is for one. */
export function termOf({ details }: quoteStore.QuoteRow): Term | undefined {
  const { months, monthCents } = details as CartDetails;
  return months && monthCents !== undefined ? { months, monthCents } : undefined;
}

type CartDetails = Partial<FriendsCode & Term> & {
  readonly laterCents?: number;
  readonly promoId?: string;
  readonly percentOff?: number;
  readonly centsOff?: number;
  readonly everyPeriod?: boolean;
};
