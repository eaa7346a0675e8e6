import { notValid } from '@portside/contract/field-rule';
import type * as calls from '@portside/contract/payments';
import type { Transaction } from '@portside/contract/payments';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { invalid, notFound } from '../http/no.ts';
import type { Customer, Owner } from '../http/who.ts';
import { cents, dollars } from '../money.ts';
import { paymentDetails } from './amounts.ts';
import { otherPayers } from './cardholders.ts';
import { itemOf } from './item-words.ts';
import { monthInZone } from './month-in-zone.ts';
import { outcomeOf } from './outcome-wording.ts';
import type { ChargeOwner } from './owner.ts';
import type { ChargedRow, PaidPart } from './rows.ts';
import * as transactionStore from './transaction-store.ts';

const PAGE = 20;
/** Cents are stored in four bytes. */
const MOST_DOLLARS = 20_000_000;

type Reader = Owner & { readonly language?: string };

export type HistoryFilter = ParsedInputOf<typeof calls.exportTransactions>;

export async function listTransactions(
  app: App,
  owner: Reader,
  input: ParsedInputOf<typeof calls.listTransactions>,
): Promise<OutputOf<typeof calls.listTransactions>> {
  const limit = input.limit ?? PAGE;
  const after = input.cursor ? readCursor(input.cursor) : undefined;
  const rows = await readHistory(app, owner, input, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    transactions: await transactionsOf(app, owner, page),
    ...(rows.length > limit &&
      last && { next: cursorAt({ at: last.transaction_time.toISOString(), id: last.id }) }),
  };
}

/** The newest, with the order that each paid for; seeds and imports know none. */
export async function paymentsOf(
  app: App,
  owner: Owner,
  limit: number,
): Promise<(Transaction & { orderId: string | null })[]> {
  const rows = await readHistory(app, owner, {}, { limit });
  const payments = await transactionsOf(app, owner, rows);
  return payments.map((one, at) => ({ ...one, orderId: rows[at]?.owner_id ?? null }));
}

export function readHistory(
  app: App,
  owner: Owner,
  filter: HistoryFilter,
  page: Pick<transactionStore.TransactionFilter, 'after' | 'limit'>,
): Promise<transactionStore.HistoryRow[]> {
  const wanted = {
    ...period(filter, app.brands.byTenant(owner.tenant).timeZone, app.clock.now()),
    search: searchOf(filter.q),
    ...page,
  };
  return app.db.read((db) => transactionStore.transactionsOf(db, owner, wanted));
}

/** @throws No `not_found`, also for another customer's payment */
export async function readPayment(app: App, who: Customer, id: string): Promise<ChargedRow> {
  const row = await app.db.read((db) => transactionStore.transactionById(db, who, id));
  if (!row) throw notFound();
  return row;
}

export async function viewTransaction(
  app: App,
  who: Customer,
  { id }: { id: string },
): Promise<Transaction> {
  return oneOf(app, who, await readPayment(app, who, id));
}

export async function findPaymentOf(
  app: App,
  who: Reader,
  paid: ChargeOwner,
  known: KnownNumbers,
): Promise<Transaction | undefined> {
  const row = await transactionStore.transactionOf(app.db.query, who, paid);
  return row && oneOf(app, who, row, known);
}

/** Of orders of the customer's that were read already. */
type KnownNumbers = ReadonlyMap<string, string | undefined>;

async function transactionsOf(
  app: App,
  who: Reader,
  rows: readonly transactionStore.HistoryRow[],
  numbers: KnownNumbers = new Map(),
): Promise<Transaction[]> {
  const areKnown = rows.flatMap(ordersOf).every((id) => numbers.has(id));
  const known = {
    numbers: areKnown ? numbers : await numbersOf(app, who, rows),
    payers: await otherPayers(app.db.query, who, rows),
  };
  return rows.map((row) => transactionOf(row, who, known));
}

async function oneOf(
  app: App,
  who: Reader,
  row: transactionStore.HistoryRow,
  known?: KnownNumbers,
) {
  const [one] = await transactionsOf(app, who, [row], known);
  return one as Transaction;
}

/** What it paid for, or tried to: each line is an order (P03). Seeds and imports know none. */
export const ordersOf = ({
  owner_id: orderId,
  parts,
}: Pick<transactionStore.HistoryRow, 'owner_id' | 'parts'>): string[] =>
  parts?.map((part) => part.order_id) ?? (orderId === null ? [] : [orderId]);

/** Of their orders. */
export function numbersOf(
  app: App,
  owner: Owner,
  rows: readonly Pick<transactionStore.HistoryRow, 'owner_id' | 'parts'>[],
): Promise<ReadonlyMap<string, string>> {
  const orders = rows.flatMap(ordersOf);
  return app.orderNumbers(app, app.db.query, owner, [...new Set(orders)]);
}

interface Known {
  readonly numbers: KnownNumbers;
  readonly payers: ReadonlyMap<string | null, string>;
}

function transactionOf(
  row: transactionStore.HistoryRow,
  { language = 'en' }: Reader,
  { numbers, payers }: Known,
): Transaction {
  const paidBy = payers.get(row.payer_id);
  const outcome = outcomeOf(row);
  const orderNumber = numbers.get(row.owner_id ?? '');
  return {
    id: row.id,
    ...(orderNumber && { orderNumber }),
    kind: row.kind,
    item: itemOf(row, language),
    transactionTime: row.transaction_time.toISOString(),
    successful: row.successful,
    outcome,
    ...(outcome === 'paid' && row.returned_cents && { refunded: dollars(row.returned_cents) }),
    ...(outcome === 'paid' && row.going_back_cents && { refunding: dollars(row.going_back_cents) }),
    ...(outcome === 'refunded' && refundedTo(row)),
    ...(row.credited && {
      credited: row.credited.map(({ cents, at }) => ({
        amount: dollars(cents),
        on: new Date(at).toISOString(),
      })),
    }),
    ...(paidBy !== undefined && { paidBy }),
    ...(row.parts && { parts: row.parts.map((part) => partOf(row, part, numbers)) }),
    last4DigitCard: paidBy === undefined ? row.last4_digits : '',
    paymentDetails: paymentDetails(
      row.amounts,
      paidBy === undefined ? { network: row.network, last4Digits: row.last4_digits } : noCard,
    ),
  };
}

function partOf(
  { successful }: transactionStore.HistoryRow,
  { item, cents: amount, order_id: orderId, ...part }: PaidPart,
  numbers: Known['numbers'],
): NonNullable<Transaction['parts']>[number] {
  const outcome = outcomeOf({ successful, charge_status: part.status });
  const orderNumber = numbers.get(orderId);
  const isPaid = outcome === 'paid';
  return {
    item,
    amount: dollars(amount),
    ...(orderNumber && { orderNumber }),
    outcome,
    ...(isPaid && part.returned_cents > 0 && { refunded: dollars(part.returned_cents) }),
    ...(isPaid && part.going_back_cents && { refunding: dollars(part.going_back_cents) }),
  };
}

function refundedTo({ returned_to: ways }: transactionStore.HistoryRow) {
  const others = ways?.filter((way) => way !== 'card') ?? [];
  const [only] = others;
  if (!only) return {};
  if (others.includes('credit') && ways?.includes('card')) {
    return { refundedTo: 'card_and_credit' as const };
  }
  return { refundedTo: others.length > 1 ? ('other' as const) : only };
}

/** It is nobody's to see but whoever paid. */
const noCard = { network: null, last4Digits: '' };

/** In the brand's time zone; a month alone is of this year. */
function period(
  { month, year }: { month?: number | undefined; year?: number | undefined },
  timeZone: string,
  now: Date,
): { from?: Date; before?: Date } {
  if (!month && !year) return {};
  const inYear = year ?? Number(now.toLocaleDateString('en-US', { timeZone, year: 'numeric' }));
  const first = month ? month - 1 : 0;
  return {
    from: monthInZone(inYear, first, timeZone),
    before: monthInZone(inYear, month ? first + 1 : 12, timeZone),
  };
}

/** `28` is $28.00 to $28.99, `28.4` the ten from $28.40, `$28.49` exactly that. */
function searchOf(q: string | undefined): transactionStore.TransactionFilter['search'] {
  const text = q?.replaceAll(/\p{Cc}/gu, ' ').trim();
  if (!text) return undefined;
  const [, whole, point = ''] = /^\$?\s*([\d,]+)(?:\.(\d{0,2}))?$/.exec(text) ?? [];
  const dollars = whole === undefined ? NaN : Number(whole.replaceAll(',', ''));
  if (!(dollars <= MOST_DOLLARS)) return { text };
  const from = cents(dollars) + Number(point.padEnd(2, '0'));
  return { text, amount: { from, to: from + 10 ** (2 - point.length) - 1 } };
}

/** Of the page that goes on after this payment. */
export const cursorAt = ({ at, id }: { at: string; id: string }): string =>
  Buffer.from(`${at} ${id}`).toString('base64url');

function readCursor(cursor: string): { time: Date; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, time = '', id = ''] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (\w+)$/.exec(text) ?? [];
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) throw invalid('cursor', notValid);
  return { time: at, id };
}
