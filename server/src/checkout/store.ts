import type { PrepayMonths } from '@portside/contract/prepay';
import type { SimType } from '@portside/contract/lines';
import type { TransactionKind } from '@portside/contract/payments';
import type { StreetAddress } from '@portside/contract/street-address';
import { sql, type ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { unsettled, type StoredStatus } from './order-status.ts';
import type { Amounts } from '../payments/amounts.ts';

type Json<T> = ColumnType<T, string, string>;

export interface OrderedQuote {
  planId: string;
  planName: string;
  planFlag: number;
  zipCode: string;
  state: string;
  promoCode: string;
  /** It begins a referral (docs/decisions/0962). */
  friendCode?: string;
  term?: Term;
  estimated: boolean;
  amounts: Amounts;
}

/** Several months at once (P10). */
export interface Term {
  readonly months: PrepayMonths;
  /** What 30 days of the plan cost without it. */
  readonly monthCents: number;
}

export type OrderDetails = Readonly<Record<string, string | number | boolean>>;

export interface OrderedLine {
  simType: SimType;
  iccid: string;
  imei: string;
  address?: StreetAddress;
  subscriber?: { firstName: string; lastName: string };
  shipping?: Record<string, string>;
  portInId?: string;
  /** The carrier's key of the number that was chosen. */
  keptNumber?: string;
}

export interface OrderRow {
  id: string;
  /** Counted by the database, over all brands; null while a migration numbers what was there. */
  number: number | null;
  tenant_id: number;
  customer_id: string;
  /** Who manages the line, and paid; null: its holder did (P04). */
  payer_customer_id: string | null;
  /** The order it was bought together with, whose payment pays for both (P03); null: it has its own. */
  paid_with: string | null;
  kind: TransactionKind;
  /** For a line's order (`period 6`); null for a cart's. */
  line_id: string | null;
  pays_for: string | null;
  details: OrderDetails;
  cart_id: string;
  status: StoredStatus;
  attempt: number;
  quote: OrderedQuote;
  line: OrderedLine;
  created_at: Date;
  updated_at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    orders: Omit<OrderRow, 'number' | 'quote' | 'line' | 'details'> & {
      number: ColumnType<number | null, never, never>;
      quote: Json<OrderedQuote>;
      line: Json<OrderedLine>;
      details: Json<OrderDetails>;
    };
  }>();

/** The caller serializes the customer's orders, and looked whether the cart has one. */
export async function insertOrder(db: Query, row: Omit<OrderRow, 'number'>): Promise<OrderRow> {
  const written = await tables(db)
    .insertInto('orders')
    .values({
      ...row,
      quote: JSON.stringify(row.quote),
      line: JSON.stringify(row.line),
      details: JSON.stringify(row.details),
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return { ...row, ...written };
}

const own = (db: Query, owner: Owner) =>
  tables(db)
    .selectFrom('orders')
    .selectAll()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId);

export function orderOfCart(db: Query, owner: Owner, cartId: string) {
  return own(db, owner).where('cart_id', '=', cartId).executeTakeFirst();
}

/** Their own, and one that they paid for a line of another's (P04). */
export const paidOrderOf = (
  db: Query,
  { tenant, customerId }: Owner,
  id: string,
): Promise<OrderRow | undefined> =>
  tables(db)
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('tenant_id', '=', tenant)
    .where((or) =>
      or.or([or('customer_id', '=', customerId), or('payer_customer_id', '=', customerId)]),
    )
    .executeTakeFirst();

/** For lines of others. */
export const ordersPaidBy = (
  db: Query,
  { tenant, customerId }: Owner,
): Promise<Pick<OrderRow, 'id' | 'status'>[]> =>
  tables(db)
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('payer_customer_id', '=', customerId)
    .where('tenant_id', '=', tenant)
    .execute();

/** Of these lines, what they pay for another. */
export const openOrdersPaidBy = (
  db: Query,
  { tenant, customerId }: Owner,
  lineIds: readonly string[],
): Promise<OrderRow[]> =>
  tables(db)
    .selectFrom('orders')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`line_id = any(${lineIds}::text[])`)
    .where('payer_customer_id', '=', customerId)
    .where('status', 'in', unsettled)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export function orderOf(db: Query, owner: Owner, id: string): Promise<OrderRow | undefined> {
  return own(db, owner).where('id', '=', id).executeTakeFirst();
}

/** The first order of its purchase, whose payment pays for it (P03). One that is not known stands alone. */
export async function whoseOrderPays(
  db: Query,
  orderId: string,
): Promise<{ first: string; isAlone: boolean }> {
  const found = await tables(db)
    .selectFrom('orders')
    .select([
      sql<string>`coalesce(paid_with, id)`.as('first'),
      sql<boolean>`paid_with is null
        and not exists (select from orders as further where further.paid_with = orders.id)`.as(
        'isAlone',
      ),
    ])
    .where('id', '=', orderId)
    .executeTakeFirst();
  return found ?? { first: orderId, isAlone: true };
}

/** Of a brand's customers. */
export async function numbersInBrand(
  db: Query,
  tenant: number,
  ids: readonly string[],
): Promise<{ id: string; number: number | null }[]> {
  return tables(db)
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('tenant_id', '=', tenant)
    .where('id', 'in', ids)
    .execute();
}

export async function numbersOfOrders(
  db: Query,
  { tenant, customerId }: Owner,
  ids: readonly string[],
): Promise<{ id: string; number: number | null }[]> {
  return tables(db)
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('id', 'in', ids)
    .execute();
}

/** Asked by others, as a table. */
export const linesOfOrders = ({ tenant, customerId }: Owner, ids: readonly string[]) => sql`
  select id, line_id from orders where tenant_id = ${tenant} and customer_id = ${customerId}
    and id = any(${ids}::text[])`;

/** Of the lines of one cart. */
export const lockOrdersOfCarts = (
  tx: Tx,
  owner: Owner,
  cartIds: readonly string[],
): Promise<OrderRow[]> =>
  own(tx, owner).where('cart_id', 'in', cartIds).orderBy('id').forUpdate().execute();

/** It is no part of the purchase any more. */
export async function leavePurchase(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tables(tx).updateTable('orders').set({ paid_with: null }).where('id', 'in', ids).execute();
}

export function lockOrderOf(tx: Tx, owner: Owner, id: string): Promise<OrderRow> {
  return own(tx, owner).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

const paidWith = (db: Query, leadIds: readonly string[]) =>
  tables(db)
    .selectFrom('orders')
    .selectAll()
    .where(sql<boolean>`(id = any(${leadIds}::text[]) or paid_with = any(${leadIds}::text[]))`)
    .orderBy('id');

/** These orders, and what was bought together with them: one alone is also a purchase (P03). */
export async function ordersPaidWith(db: Query, leadIds: readonly string[]): Promise<OrderRow[]> {
  return leadIds.length === 0 ? [] : paidWith(db, leadIds).execute();
}

/** In the order of their ids, so that none waits for another in a circle. */
export const lockOrdersPaidWith = (tx: Tx, leadId: string): Promise<OrderRow[]> =>
  paidWith(tx, [leadId]).forUpdate().execute();

/** Serializes the customer's new orders. */
export async function lockOrdersOf(tx: Tx, { customerId }: Owner): Promise<void> {
  const key = `orders ${customerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Locks them. A cart that both accounts ordered stays the other's. */
export async function moveOrders(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  const own = tables(tx)
    .selectFrom('orders')
    .select(['id', 'cart_id'])
    .where('tenant_id', '=', tenant);
  const moved = await own.where('customer_id', '=', from).orderBy('id').forUpdate().execute();
  const known = await own.where('customer_id', '=', to).execute();
  const carts = new Set(known.map((one) => one.cart_id));
  for (const { id, cart_id } of moved) {
    // All lines of a cart, or none.
    const isOthers = carts.has(cart_id) || carts.has(cart_id.split(' ')[0] ?? '');
    await tables(tx)
      .updateTable('orders')
      .set({ customer_id: to, ...(isOthers && { cart_id: `${cart_id} ${id}` }) })
      .where('id', '=', id)
      .execute();
  }
  await sql`update orders set payer_customer_id = ${to}
    where payer_customer_id = ${from} and tenant_id = ${tenant}`.execute(tx);
  // Who managed the line of the other account is its holder now.
  await sql`update orders set payer_customer_id = null
    where payer_customer_id = ${to} and customer_id = ${to} and tenant_id = ${tenant}`.execute(tx);
}

export function openOrdersOf(db: Query, owner: Owner): Promise<OrderRow[]> {
  return own(db, owner)
    .where('status', 'in', unsettled)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

const newestOfLine = (db: Query, lineId: string, kind: TransactionKind) =>
  tables(db)
    .selectFrom('orders')
    .where('line_id', '=', lineId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

/** Whatever they paid for, and whatever became of them. */
export async function allOrderIdsOfLine(db: Query, lineId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('orders')
    .select('id')
    .where('line_id', '=', lineId)
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest first. */
export async function orderIdsOfLine(
  db: Query,
  lineId: string,
  kind: TransactionKind,
): Promise<string[]> {
  const rows = await newestOfLine(db, lineId, kind).select('id').execute();
  return rows.map(({ id }) => id);
}

export type OfLine = Pick<OrderRow, 'id' | 'kind' | 'status' | 'pays_for'>;

/** Whatever a line's orders pay for, the newest first. */
export function ordersOfLine(db: Query, lineId: string): Promise<OfLine[]> {
  return tables(db)
    .selectFrom('orders')
    .select(['id', 'kind', 'status', 'pays_for'])
    .where('line_id', '=', lineId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function openOrderOfLine(db: Query, lineId: string): Promise<OrderRow | undefined> {
  return tables(db)
    .selectFrom('orders')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('status', 'in', unsettled)
    .executeTakeFirst();
}

/** Asked of `lines`. */
export const isLineBeingPaid = sql<boolean>`exists (
  select from orders where orders.line_id = lines.id and orders.status in ('placed', 'confirm')
)`;

export function paidOrderFor(
  db: Query,
  lineId: string,
  paysFor: string,
): Promise<{ id: string } | undefined> {
  return tables(db)
    .selectFrom('orders')
    .select('id')
    .where('line_id', '=', lineId)
    .where('pays_for', '=', paysFor)
    .where('status', '=', 'paid')
    .executeTakeFirst();
}

export function anyOrder(db: Query, id: string): Promise<OrderRow | undefined> {
  return tables(db).selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
}

export function orderOfNumber(db: Query, number: number): Promise<OrderRow | undefined> {
  return tables(db)
    .selectFrom('orders')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
}

export function lockAnyOrder(tx: Tx, id: string): Promise<OrderRow> {
  return tables(tx)
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setStatus(
  tx: Tx,
  id: string,
  status: StoredStatus,
  now: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('orders')
    .set({ status, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function placeAgain(
  tx: Tx,
  id: string,
  values: Pick<OrderRow, 'attempt' | 'quote' | 'line' | 'details'> &
    Partial<Pick<OrderRow, 'payer_customer_id' | 'paid_with'>> & { now: Date },
): Promise<void> {
  await tables(tx)
    .updateTable('orders')
    .set({
      status: 'placed',
      attempt: values.attempt,
      quote: JSON.stringify(values.quote),
      line: JSON.stringify(values.line),
      details: JSON.stringify(values.details),
      payer_customer_id: values.payer_customer_id ?? null,
      paid_with: values.paid_with ?? null,
      updated_at: values.now,
    })
    .where('id', '=', id)
    .execute();
}

export function ordersIn(db: Query, status: StoredStatus): Promise<OrderRow[]> {
  return tables(db)
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', status)
    .orderBy('updated_at')
    .orderBy('id')
    .execute();
}

/** Other ones each time, so that none starves. */
export function unfinishedOrders(
  db: Query,
  statuses: readonly StoredStatus[],
  before: Date,
): Promise<Pick<OrderRow, 'id' | 'tenant_id'>[]> {
  return (
    tables(db)
      .selectFrom('orders')
      .select(['id', 'tenant_id'])
      .where('status', 'in', statuses)
      // Until it is paid, a purchase of several lines is settled by its first order.
      .where((or) => or.or([or('paid_with', 'is', null), or('status', 'not in', unsettled)]))
      .where('updated_at', '<', before)
      .orderBy(sql`random()`)
      .limit(500)
      .execute()
  );
}

/** So many milliseconds after the oldest one was changed. */
export const oldestOrder = (status: StoredStatus, after: number) => sql<Date | null>`(
  select min(updated_at) + ${after}::float8 * interval '1 millisecond'
  from orders where status = ${sql.lit(status)}
)`;

export function ordersSince(db: Query, status: StoredStatus, before: Date): Promise<OrderRow[]> {
  return tables(db)
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', status)
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .orderBy('id')
    .execute();
}

/** New lines that were paid after this one and before that moment, oldest first. */
export function paidCartOrders(
  db: Query,
  after: { time: Date; id: string },
  before: Date,
  limit: number,
): Promise<Pick<OrderRow, 'id' | 'updated_at'>[]> {
  return tables(db)
    .selectFrom('orders')
    .select(['id', 'updated_at'])
    .where('kind', '=', 'new_line')
    .where('status', '=', 'paid')
    .where('updated_at', '>=', after.time)
    .where(sql<boolean>`(updated_at, id) > (${after.time}, ${after.id})`)
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function ordersById(db: Query, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  return tables(db)
    .selectFrom('orders')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
}

export function ordersOfCustomer(
  db: Query,
  owner: Owner,
  statuses: readonly StoredStatus[],
): Promise<OrderRow[]> {
  return own(db, owner).where('status', 'in', statuses).orderBy('updated_at').execute();
}
