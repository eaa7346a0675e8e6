import type { OrderAnswer, Quote } from '@portside/contract/checkout';
import { mayDo } from '@portside/contract/household-acts';
import type { TransactionKind } from '@portside/contract/payments';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import { type Customer, type Member, type Owner, ownerOfRow } from '../http/who.ts';
import { answerOf } from './answers.ts';
import { creditOn, isCreditFree } from './order-credit.ts';
import { chargeOf } from './order-charge.ts';
import { isPayable, isUnsettled } from './order-status.ts';
import { isPaidBy, type Payer } from './payers.ts';
import { orderedQuote, requestPayment } from './paying.ts';
import * as quoteStore from './quote-store.ts';
import { creditLines, HOLDS_FOR, quoteOf } from './quotes.ts';
import * as store from './store.ts';
import { holdOpen } from '../account/joining.ts';
import type { Person } from '../account/person.ts';
import { lockLiving, workRefused } from '../lines/line-work.ts';
import { memberOf } from '../lines/members.ts';
import { ordersBehind, ordersOfPeriods } from '../lines/period-value.ts';
import { sumUp } from '../payments/amounts.ts';
import type { BillLine } from '../payments/bill-lines.ts';
import { type ChargeRequest, ownersOfKey, viewCharge } from '../payments/charges.ts';
import { sellerOf } from '../payments/parties.ts';

export interface LineSale {
  kind: Exclude<TransactionKind, 'new_line'>;
  lineId: string;
  /** `period 6`: one order of a line may pay for it. By default the quote, which is paid once. */
  paysFor?: string;
  details: store.OrderDetails;
  plan: { id: string; retailName: string; flag: number };
  place: { zipCode: string; state: string };
  lines: BillLine[];
  estimated: boolean;
}

export type LineQuote = quoteStore.QuoteRow;

/** Uses as much of the customer's credit as possible. */
export async function quoteForLine(app: App, payer: Owner, sale: LineSale): Promise<LineQuote> {
  const db = app.db.query;
  const total = sumUp(sale.lines).finalCheckoutAmount;
  const used = await creditOn(app, db, payer, total);
  const lines: BillLine[] = [...sale.lines, ...creditLines(used)];
  const now = app.clock.now();
  const id = app.random.id('quo');
  const row: LineQuote = {
    id,
    tenant_id: payer.tenant,
    kind: sale.kind,
    line_id: sale.lineId,
    pays_for: sale.paysFor ?? `quote ${id}`,
    details: sale.details,
    // Not a cart's, so no cart can order it.
    cart_id: `line ${sale.lineId}`,
    plan_id: sale.plan.id,
    plan_name: sale.plan.retailName,
    plan_flag: sale.plan.flag,
    zip_code: sale.place.zipCode,
    state: sale.place.state,
    promo_code: '',
    lines,
    total_cents: sumUp(lines).finalCheckoutAmount,
    estimated: sale.estimated,
    created_at: now,
    expires_at: later(now, HOLDS_FOR),
  };
  await quoteStore.insertQuotes(db, [row]);
  return row;
}

export const lineQuoteOf = (row: LineQuote, language: string): Quote & { creditUsed: number } => {
  const quote = quoteOf([row], language);
  const credit = quote.lines.find((one) => one.kind === 'credit');
  return { ...quote, creditUsed: -(credit?.amount ?? 0) };
};

/** It must be for this line and kind, and still valid. */
export async function usableLineQuote(
  app: App,
  tenant: number,
  quoteId: string,
  sale: Pick<LineSale, 'kind' | 'lineId'>,
): Promise<LineQuote | undefined> {
  const row = await quoteStore.quoteById(app.db.query, tenant, quoteId);
  const isIts = row?.line_id === sale.lineId && row.kind === sale.kind;
  return isIts && row.expires_at > app.clock.now() ? row : undefined;
}

/** Whatever line it is for, and expired or not: only to make a new one. */
export async function findLineQuote(
  app: App,
  tenant: number,
  quoteId: string,
  kind: LineSale['kind'],
): Promise<LineQuote | undefined> {
  const row = await quoteStore.quoteById(app.db.query, tenant, quoteId);
  return row?.kind === kind ? row : undefined;
}

export async function ownerOfOrder(db: Query, orderId: string): Promise<Owner | undefined> {
  const order = await store.anyOrder(db, orderId);
  return order && ownerOfRow(order);
}

export async function orderDetails(
  db: Query,
  orderId: string,
): Promise<store.OrderDetails | undefined> {
  return (await store.anyOrder(db, orderId))?.details;
}

export async function findTry(
  app: App,
  who: Customer,
  { lineId, kind }: Pick<LineSale, 'lineId' | 'kind'>,
  idempotencyKey: string,
): Promise<OrderAnswer | undefined> {
  const orderId = await orderOfKey(app.db.query, { lineId, kind }, idempotencyKey);
  return orderId === undefined ? undefined : answerOf(app, who, orderId);
}

async function orderOfKey(
  db: Query,
  { lineId, kind }: Pick<LineSale, 'lineId' | 'kind'>,
  key: string,
): Promise<string | undefined> {
  return triedOf(db, await store.orderIdsOfLine(db, lineId, kind), key);
}

async function triedOf(db: Query, ids: readonly string[], key: string) {
  const tried = ids.length > 0 ? await ownersOfKey(db, { kind: 'order', ids }, key) : [];
  return ids.find((id) => tried.includes(id));
}

/** That paid for the line, what was bought beside it, and its periods: these in another account, too. */
export async function orderIdsAbout(db: Query, lineId: string): Promise<string[]> {
  const ofIt = await store.allOrderIdsOfLine(db, lineId);
  const ofPeriods = [...(await ordersOfPeriods(db, lineId)), ...(await ordersBehind(db, lineId))];
  return [...new Set([...ofIt, ...ofPeriods])];
}

interface UnderWay {
  readonly order: store.OrderRow;
  readonly redirectUrl?: string;
}

/** With the bank's page, if whoever pays must go there. */
export async function orderUnderWay(db: Query, lineId: string): Promise<UnderWay | undefined> {
  const order = await store.openOrderOfLine(db, lineId);
  if (!order) return undefined;
  const charge = await viewCharge(db, chargeOf(order));
  const isAtBank = charge.status === 'confirm';
  return { order, ...(isAtBank && { redirectUrl: charge.redirectUrl }) };
}

/** Another's payment is under way, and no more is told of it (P04). */
export const shownTo = (who: Payer, { order, redirectUrl }: UnderWay) =>
  isPaidBy(order, who) ? { orderId: order.id, ...(redirectUrl && { redirectUrl }) } : {};

export async function isPaid(db: Query, sale: { lineId: string; paysFor: string }) {
  return (await store.paidOrderFor(db, sale.lineId, sale.paysFor)) !== undefined;
}

type LinePayment = Pick<ChargeRequest, 'method' | 'idempotencyKey' | 'present' | 'language'> & {
  /** Who pays in place of the holder, whose order it is (P04). */
  by?: Member;
  /** The holder, where they are known. */
  person?: Person;
  /** Asked in the order's transaction, under the line's lock: autopay may be off by then. */
  isWanted?: (tx: Tx) => Promise<boolean>;
};

export type LineOrderRefused = Refused<'busy' | 'already_paid' | 'quote_expired'>;

/**
 * Writes the order of a quote, or a new try of a declined one, with its charge; the caller settles
 * it. The same key is the same try. @returns the order's id; `quote_expired` when its credit is
 * used elsewhere, the line has ended, or nobody wants it any more
 */
export async function placeForLine(
  app: App,
  payer: Owner,
  brand: Brand,
  quote: LineQuote & { kind: LineSale['kind']; line_id: string },
  { isWanted, by, person, ...how }: LinePayment,
): Promise<string | LineOrderRefused> {
  const { kind, line_id: lineId, pays_for: paysFor } = quote;
  const seller = await sellerOf(app, brand);
  return app.db.transaction(async (tx) => {
    await holdOpen(tx, payer);
    if (by) await holdOpen(tx, by.self);
    // Serializes tabs, lines and autopay.
    await store.lockOrdersOf(tx, payer);
    const all = await store.ordersOfLine(tx, lineId);
    const ids = all.filter((one) => one.kind === kind).map(({ id }) => id);
    const tried = await triedOf(tx, ids, how.idempotencyKey);
    if (tried !== undefined) return tried;
    const isOpen = all.some(({ status }) => isUnsettled(status));
    const open = isOpen && (await orderUnderWay(tx, lineId));
    if (open) return refused('busy', shownTo({ ...payer, ...(by && { member: by }) }, open));
    const same = all.filter(({ pays_for }) => pays_for === paysFor);
    const isPaidFor = paysFor !== null && same.some(({ status }) => status === 'paid');
    if (isPaidFor) return refused('already_paid');
    const declined = await lockDeclined(tx, payer, kind, same);
    if (!(await lockLiving(tx, lineId))) return refused('quote_expired');
    if (by && !(await managesStill(tx, by.self, lineId))) throw notFound();
    const cents = sumUp(quote.lines).creditUsed ?? 0;
    if (!(await isCreditFree(app, tx, payer, { cents }))) return refused('quote_expired');
    const working = await workRefused(tx, lineId, kind, how.language);
    if (working) return working;
    if (isWanted && !(await isWanted(tx))) return refused('quote_expired');
    const order = await writeOrder(app, tx, { payer, by }, quote, declined);
    await requestPayment(app, tx, order, { ...how, seller }, order, person);
    return order.id;
  });
}

/** It may be taken back meanwhile. */
async function managesStill(
  tx: Tx,
  { tenant, customerId }: Owner,
  lineId: string,
): Promise<boolean> {
  const given = await memberOf(tx, tenant, lineId);
  return given?.member.customerId === customerId && mayDo(given.role, 'pay');
}

/** What the quote pays for, if it was declined before. */
async function lockDeclined(
  tx: Tx,
  payer: Owner,
  kind: LineSale['kind'],
  same: readonly store.OfLine[],
): Promise<store.OrderRow | undefined> {
  const declined = same.find((one) => one.kind === kind && isPayable(one.status));
  return declined && store.lockOrderOf(tx, payer, declined.id);
}

async function writeOrder(
  app: App,
  tx: Tx,
  { payer, by }: { payer: Owner; by: Member | undefined },
  quote: LineQuote,
  declined: store.OrderRow | undefined,
): Promise<store.OrderRow> {
  const now = app.clock.now();
  const { kind, line_id, pays_for, details } = quote;
  const ordered = orderedQuote(quote);
  if (declined) {
    const { attempt, line } = declined;
    const payer_customer_id = by?.self.customerId ?? null;
    const again = { attempt: attempt + 1, quote: ordered, line, details, payer_customer_id };
    await store.placeAgain(tx, declined.id, { ...again, now });
    return { ...declined, ...again, status: 'placed' };
  }
  const id = app.random.id('ord');
  return store.insertOrder(tx, {
    id,
    tenant_id: payer.tenant,
    customer_id: payer.customerId,
    payer_customer_id: by?.self.customerId ?? null,
    paid_with: null,
    cart_id: id,
    kind,
    line_id,
    pays_for,
    details,
    status: 'placed',
    attempt: 1,
    quote: ordered,
    line: noNewLine,
    created_at: now,
    updated_at: now,
  });
}

const noNewLine: store.OrderedLine = { simType: 'esim', iccid: '', imei: '' };
