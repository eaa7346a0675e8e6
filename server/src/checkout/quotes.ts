import type { askQuote, Quote, QuotePart } from '@portside/contract/checkout';
import type { ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { Plan } from '@portside/contract/plans';
import type { PrepayOffer } from '@portside/contract/prepay';
import { otherState, stateGoesWithZip } from '@portside/contract/places';
import type { App } from '../app.ts';
import { days, later, minutes } from '../clock.ts';
import { invalid, ofLine, Refused, refused } from '../http/no.ts';
import type { Query } from '../db/database.ts';
import type { Customer, Visitor } from '../http/who.ts';
import { cents, dollars } from '../money.ts';
import * as plans from '../plans/plans.ts';
import { coveredPlace, priceOf, type Sale } from './plan-price.ts';
import { creditOn, shareCredit } from './order-credit.ts';
import { cartIdOf } from './purchase.ts';
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
 * Saves the price that will be charged, after the customer's credit: a row for each line, the first one
 * first. @throws No `invalid`, for a state that does not match the ZIP Code
 */
export async function makeQuote(
  app: App,
  who: Visitor | Customer,
  request: QuoteRequest,
): Promise<Quoted | QuoteRefused> {
  const wished = [request, ...(request.more ?? [])];
  if (wished.length > who.brand.cart.lines) return refused('too_many_lines');
  const found = await Promise.all(wished.map((one) => wishOf(app, who.tenant, one)));
  const wishes: Wish[] = [];
  for (const one of found) {
    if (one instanceof Refused) return ofLine(one, wishes.length + 1);
    wishes.push(one);
  }
  if (request.state) requirePlace(request.state, request.zipCode);
  const { zipCode, address } = request;
  const covered = await coveredPlace(app, who.tenant, zipCode, request.state);
  if (!covered) return refused('no_coverage');
  const { state } = covered;
  const asked = await codeAsked(app, who, request);
  if (typeof asked === 'string') return refused(asked);
  const place = { zipCode, state, ...(address && { address: wholeOf(address) }) };
  const priced = await Promise.all(
    wishes.map((wish, at) => priceWish(app, who, wish, place, at === 0 ? asked : {})),
  );
  const total = priced.reduce((sum, { price }) => sum + price.totalCents, 0);
  const credit = 'customerId' in who ? await creditOn(app, app.db.query, who, total) : 0;
  const used = shareCredit(
    credit,
    priced.map(({ price }) => price.totalCents),
  );
  const now = app.clock.now();
  const rows = priced.map(({ wish: { plan }, code: { promo }, price, details }, at) => {
    const lines = [...price.lines, ...creditLines(used[at] ?? 0)];
    return {
      id: app.random.id('quo'),
      tenant_id: who.tenant,
      ...ofACart,
      details,
      cart_id: cartIdOf(request.cartId, at + 1),
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
  });
  const quoted = together(rows);
  await quoteStore.insertQuotes(app.db.query, quoted);
  return quoted;
}

/** The first line's, and those of further ones. */
export type Quoted = readonly [quoteStore.QuoteRow, ...quoteStore.QuoteRow[]];

/** The first one names the others. */
function together(rows: readonly quoteStore.QuoteRow[]): Quoted {
  const [first, ...others] = rows;
  if (!first) throw new Error('A quote of no line');
  if (others.length === 0) return [first];
  const withThem = others.map(({ id }) => id).join(' ');
  return [{ ...first, details: { ...first.details, with: withThem } }, ...others];
}

/** By the first one's id. */
export async function findQuoted(
  db: Query,
  tenant: number,
  quoteId: string,
): Promise<Quoted | undefined> {
  const first = await quoteStore.quoteById(db, tenant, quoteId);
  const ids = ((first?.details as CartDetails | undefined)?.with ?? '').split(' ').filter(Boolean);
  if (!first || ids.length === 0) return first && [first];
  const others = await quoteStore.quotesById(db, tenant, ids);
  const inOrder = ids.flatMap((id) => others.find((one) => one.id === id) ?? []);
  return inOrder.length === ids.length ? [first, ...inOrder] : undefined;
}

interface Wish {
  readonly plan: Plan;
  readonly term: PrepayOffer | undefined;
}

async function wishOf(
  app: App,
  tenant: number,
  { planId, months }: Pick<QuoteRequest, 'planId' | 'months'>,
): Promise<Wish | Refused<'unknown_plan' | 'unknown_term'>> {
  const plan = await plans.findPlan(app, tenant, planId);
  if (!plan) return refused('unknown_plan');
  const term = plan.prepay?.find((one) => one.months === months);
  return months && !term ? refused('unknown_term') : { plan, term };
}

async function priceWish(
  app: App,
  { brand }: Visitor,
  wish: Wish,
  place: Sale['place'],
  code: CodeAsked,
) {
  const { plan, term } = wish;
  const { promo, friend } = code;
  const each = everyTime(promo);
  const first = priceOf(app, brand, { plan, term, place, promo, first: true });
  // Taxes are asked for once where nothing is charged or taken off the first time alone.
  const isSame = brand.fees.activationCents === 0 && each === promo && !term;
  const others = isSame ? first : priceOf(app, brand, { plan, place, promo: each, first: false });
  const [price, next] = await Promise.all([first, others]);
  const details: OrderDetails = {
    ...(promo && asDetails(promo)),
    ...friend,
    ...(term && { months: term.months, monthCents: cents(plan.retailPrice) }),
    laterCents: next.totalCents,
  };
  return { wish, code, price, details };
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

export function quoteOf(rows: Quoted, language: string): Quote {
  const [first] = rows;
  const all = rows.flatMap((row) => row.lines);
  const { lines, ...sums } = sumUp(all);
  const friend = friendOf(first);
  const isOne = rows.length === 1;
  return {
    quoteId: first.id,
    lines: writeLines(lines, language),
    ...(!isOne && { parts: rows.map((row) => partOf(row, language)) }),
    orderTotal: dollars(sums.orderTotal),
    taxAmount: dollars(sums.taxAmount),
    regulatoryFee: dollars(sums.regulatoryFee),
    activationFee: dollars(sums.activationFee),
    discountAmount: dollars(sums.discountAmount),
    finalCheckoutAmount: dollars(sums.finalCheckoutAmount),
    estimated: rows.some((row) => row.estimated),
    expiresAt: first.expires_at.toISOString(),
    ...(isOne && laterOf(first)),
    ...(friend && { friend: { code: friend.code, credit: dollars(friend.friendCents) } }),
  };
}

function laterOf(row: quoteStore.QuoteRow): Pick<Quote, 'months' | 'renewal'> {
  const { laterCents, months } = row.details as CartDetails;
  return {
    ...(months && { months }),
    ...(laterCents !== undefined && {
      renewal: {
        amount: dollars(laterCents),
        // A day before all that is paid ends.
        firstOn: later(row.created_at, days(30) * (months ?? 1) - days(1)).toISOString(),
      },
    }),
  };
}

function partOf(row: quoteStore.QuoteRow, language: string): QuotePart {
  const { months, renewal } = laterOf(row);
  if (!renewal) throw new Error(`Quote ${row.id} is not of a new line`);
  return {
    planId: row.plan_id,
    planName: row.plan_name,
    lines: writeLines(row.lines, language),
    amount: dollars(row.total_cents),
    ...(months && { months }),
    renewal,
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
  /** The quotes of further lines. */
  readonly with?: string;
  readonly laterCents?: number;
  readonly promoId?: string;
  readonly percentOff?: number;
  readonly centsOff?: number;
  readonly everyPeriod?: boolean;
};
