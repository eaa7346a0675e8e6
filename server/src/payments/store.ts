import type { CardPageStatus } from '@portside/contract/payments';
import { sql, type ColumnType } from 'kysely';
import type { Query } from '../db/database.ts';
import type { Amounts } from './amounts.ts';
import type { Seller } from './parties.ts';
import type {
  CardRow,
  ChargedRow,
  ChargeRow,
  ChargeStatus,
  DisputeRow,
  Method,
  PaymentCustomerRow,
  PaymentNoticeRow,
  RefundRow,
  SetupRow,
  TransactionRow,
} from './rows.ts';

interface ChargeTable extends Omit<ChargeRow, 'amounts' | 'method' | 'customer' | 'seller'> {
  customer: Json<string[]>;
  seller: Json<Seller | null, string | null>;
  amounts: Json<Amounts>;
  method: Json<Method>;
}
interface TransactionTable extends Omit<TransactionRow, 'amounts' | 'customer' | 'seller'> {
  customer: Json<string[]>;
  seller: Json<Seller | null, string | null>;
  amounts: Json<Amounts>;
}

type Json<T, Written = string> = ColumnType<T, Written, Written>;
const written = (value: object | null) => value && JSON.stringify(value);

export interface Span {
  from: Date;
  before: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    payment_customers: PaymentCustomerRow;
    cards: CardRow;
    card_setups: SetupRow;
    charges: ChargeTable;
    transactions: TransactionTable;
    payment_notices: PaymentNoticeRow;
    refunds: RefundRow;
    disputes: DisputeRow;
  }>();

export async function customerRef(db: Query, tenant: number, customerId: string) {
  const row = await tables(db)
    .selectFrom('payment_customers')
    .select('ref')
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.ref;
}

export async function saveCustomerRef(db: Query, row: PaymentCustomerRow): Promise<void> {
  await tables(db)
    .insertInto('payment_customers')
    .values(row)
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute();
}

export function cardsOf(db: Query, tenant: number, customerId: string): Promise<CardRow[]> {
  return tables(db)
    .selectFrom('cards')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .orderBy('primary_card', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Until the end of the transaction nobody else changes the customer's cards. */
export async function lockCards(tx: Query, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cards ${customerId}`}, 0))`.execute(
    tx,
  );
}

export async function insertCard(db: Query, row: CardRow): Promise<void> {
  await tables(db).insertInto('cards').values(row).execute();
}

export async function deleteCard(db: Query, id: string): Promise<void> {
  await tables(db).deleteFrom('cards').where('id', '=', id).execute();
}

/** This one, and no other of the customer. */
export async function makePrimary(tx: Query, card: CardRow): Promise<void> {
  const cards = tables(tx).updateTable('cards').where('customer_id', '=', card.customer_id);
  await cards.set({ primary_card: false }).where('primary_card', '=', true).execute();
  await cards.set({ primary_card: true }).where('id', '=', card.id).execute();
}

export async function isCardKept(db: Query, ref: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('cards')
    .select('id')
    .where('ref', '=', ref)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSetup(db: Query, row: SetupRow): Promise<void> {
  await tables(db).insertInto('card_setups').values(row).execute();
}

export function setupBySession(db: Query, sessionId: string): Promise<SetupRow | undefined> {
  return tables(db)
    .selectFrom('card_setups')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
}

/** Some of the card pages that nobody came back from; others the next time. */
export function openSetups(db: Query, before: Date): Promise<SetupRow[]> {
  return tables(db)
    .selectFrom('card_setups')
    .selectAll()
    .where('status', '=', 'open')
    .where('created_at', '<', before)
    .orderBy(sql`random()`)
    .limit(500)
    .execute();
}

/** Each attempt to be paid for an order, the first one first. */
export function chargesOf(db: Query, orderId: string): Promise<ChargeRow[]> {
  return tables(db)
    .selectFrom('charges')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('attempt')
    .execute();
}

/** What is compared with the provider's books. */
const COMPARED = ['amount_cents', 'created_at', 'order_id', 'status'] as const;

/** Charges that the provider answered for: asked for in this time, or with one of these names. */
export function chargesToCompare(db: Query, time: Span, refs: readonly string[]) {
  return tables(db)
    .selectFrom('charges')
    .select([...COMPARED, 'payment_ref'])
    .where('payment_ref', 'is not', null)
    .where((or) =>
      or.or([
        or.and([or('created_at', '>=', time.from), or('created_at', '<', time.before)]),
        sql<boolean>`payment_ref = any(${refs}::text[])`,
      ]),
    )
    .execute();
}

/** The same of refunds. */
export function refundsToCompare(db: Query, time: Span, refs: readonly string[]) {
  return tables(db)
    .selectFrom('refunds')
    .select([...COMPARED, 'refund_ref'])
    .where('refund_ref', 'is not', null)
    .where((or) =>
      or.or([
        or.and([or('created_at', '>=', time.from), or('created_at', '<', time.before)]),
        sql<boolean>`refund_ref = any(${refs}::text[])`,
      ]),
    )
    .execute();
}

export function lockSetup(tx: Query, id: string): Promise<SetupRow> {
  return tables(tx)
    .selectFrom('card_setups')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export function closeSetup(
  tx: Query,
  id: string,
  status: CardPageStatus,
  cardId: string | null,
): Promise<SetupRow> {
  return tables(tx)
    .updateTable('card_setups')
    .set({ status, card_id: cardId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertCharge(db: Query, row: ChargeRow): Promise<void> {
  await tables(db)
    .insertInto('charges')
    .values({
      ...row,
      amounts: JSON.stringify(row.amounts),
      method: JSON.stringify(row.method),
      customer: JSON.stringify(row.customer),
      seller: written(row.seller),
    })
    .execute();
}

export function chargeOfAttempt(db: Query, orderId: string, attempt: number) {
  return tables(db)
    .selectFrom('charges')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
}

export function chargeByRef(db: Query, paymentRef: string): Promise<ChargeRow | undefined> {
  return tables(db)
    .selectFrom('charges')
    .selectAll()
    .where('payment_ref', '=', paymentRef)
    .executeTakeFirst();
}

export function chargeByKey(db: Query, orderId: string, idempotencyKey: string) {
  return tables(db)
    .selectFrom('charges')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** Moves a charge on, unless somebody else has meanwhile: false then. */
export async function moveCharge(
  db: Query,
  id: string,
  from: readonly ChargeStatus[],
  values: Partial<
    Pick<ChargeRow, 'status' | 'payment_ref' | 'redirect_url' | 'reason' | 'settled_at'>
  >,
): Promise<boolean> {
  const moved = await tables(db)
    .updateTable('charges')
    .set(values)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** The charge, and nobody else changes it or its refunds until the transaction ends. */
export function lockCharge(tx: Query, id: string): Promise<ChargeRow> {
  return tables(tx)
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** All tries to give the money of a charge back, in their order. */
export function refundsOf(db: Query, chargeId: string): Promise<RefundRow[]> {
  return tables(db)
    .selectFrom('refunds')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .orderBy('number')
    .execute();
}

export async function insertRefund(tx: Query, row: RefundRow): Promise<void> {
  await tables(tx).insertInto('refunds').values(row).execute();
}

export async function updateRefund(
  tx: Query,
  id: string,
  values: Partial<Pick<RefundRow, 'status' | 'refund_ref' | 'reason' | 'settled_at'>>,
): Promise<void> {
  await tables(tx).updateTable('refunds').set(values).where('id', '=', id).execute();
}

/** False when nothing is new: it stands as it did, or the bank has decided already. */
export async function saveDispute(db: Query, row: DisputeRow): Promise<boolean> {
  const { status, reason, amount_cents, updated_at } = row;
  const saved = await tables(db)
    .insertInto('disputes')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('dispute_ref')
        .doUpdateSet({ status, reason, amount_cents, updated_at })
        .where('disputes.status', 'in', ['open', 'answered'])
        .where('disputes.status', '!=', status),
    )
    .executeTakeFirst();
  return saved.numInsertedOrUpdatedRows === 1n;
}

export function disputesWhere(
  db: Query,
  which: { orderId: string } | { tenant: number; customerId: string } | { undecided: true },
): Promise<DisputeRow[]> {
  let query = tables(db).selectFrom('disputes').selectAll().orderBy('opened_at').orderBy('id');
  if ('orderId' in which) query = query.where('order_id', '=', which.orderId);
  else if ('tenant' in which) {
    const { tenant, customerId } = which;
    query = query.where('tenant_id', '=', tenant).where('customer_id', '=', customerId);
  } else query = query.where('status', 'in', ['open', 'answered']);
  return query.execute();
}

export async function insertTransaction(db: Query, row: TransactionRow): Promise<void> {
  await tables(db)
    .insertInto('transactions')
    .values({
      ...row,
      amounts: JSON.stringify(row.amounts),
      customer: JSON.stringify(row.customer),
      seller: written(row.seller),
    })
    .execute();
}

/** Who bought, for a receipt that does not know it yet. */
export async function freezeCustomer(db: Query, id: string, customer: string[]): Promise<void> {
  await tables(db)
    .updateTable('transactions')
    .set({ customer: JSON.stringify(customer) })
    .where('id', '=', id)
    .where(sql<boolean>`customer = '[]'::jsonb`)
    .execute();
}

/** Who sold, for some of the tenant's receipts that do not know it yet. @returns how many */
export async function freezeSeller(
  db: Query,
  tenant: number,
  seller: Seller,
  limit: number,
): Promise<number> {
  const frozen = await tables(db)
    .updateTable('transactions')
    .set({ seller: JSON.stringify(seller) })
    .where('id', 'in', (select) =>
      select
        .selectFrom('transactions')
        .select('id')
        .where('tenant_id', '=', tenant)
        .where('seller', 'is', null)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(frozen.numUpdatedRows);
}

const charged = (db: Query) =>
  tables(db)
    .selectFrom('transactions')
    .selectAll('transactions')
    .select((the) =>
      the
        .selectFrom('charges')
        .select('status')
        .whereRef('charges.id', '=', 'transactions.charge_id')
        .as('charge_status'),
    );

export function transactionById(
  db: Query,
  tenant: number,
  customerId: string,
  id: string,
): Promise<ChargedRow | undefined> {
  return charged(db)
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The newest payment of an order. */
export function transactionOfOrder(
  db: Query,
  tenant: number,
  orderId: string,
): Promise<ChargedRow | undefined> {
  return charged(db)
    .where('tenant_id', '=', tenant)
    .where('order_id', '=', orderId)
    .orderBy('transaction_time', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export interface TransactionFilter {
  from?: Date | undefined;
  before?: Date | undefined;
  /** Part of the item's name, or an amount within these bounds. */
  search?: { text: string; amount?: { from: number; to: number } | undefined } | undefined;
  /** The last one of the page before. */
  after?: { time: Date; id: string } | undefined;
  limit: number;
}

/** Newest first, by key: a page costs the same however many pages come before it. */
export async function transactionsOf(
  db: Query,
  tenant: number,
  customerId: string,
  { from, before, search, after, limit }: TransactionFilter,
): Promise<ChargedRow[]> {
  const chargeStatus = sql`(
    select status from charges where charges.id = transactions.charge_id
  ) as charge_status`;
  const whose = sql`tenant_id = ${tenant} and customer_id = ${customerId}`;
  const wanted = sql.join(
    [
      whose,
      ...(from ? [sql`transaction_time >= ${from}`] : []),
      ...(before ? [sql`transaction_time < ${before}`] : []),
      ...(after ? [sql`(transaction_time, id) < (${after.time}, ${after.id})`] : []),
    ],
    sql` and `,
  );
  const newest = sql`order by transaction_time desc, id desc limit ${limit}`;
  if (!search) {
    const all = sql<ChargedRow>`
      select *, ${chargeStatus} from transactions where ${wanted} ${newest}`;
    return (await all.execute(db)).rows;
  }
  const like = `%${search.text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const amount = search.amount ?? { from: 1, to: 0 };
  // A million orders have few different items. They are found by jumping from one to the next in
  // the index; each one that matches, and each amount, then gives its newest by its own index.
  const found = await sql<ChargedRow>`
    with recursive items as (
      (select item from transactions where ${whose} order by item limit 1)
      union all
      select (
        select next.item from transactions as next
        where ${whose} and next.item > items.item order by next.item limit 1
      ) from items where items.item is not null
    ), hits as (
      select hit.* from items cross join lateral (
        select transaction_time, id from transactions where ${wanted} and item = items.item ${newest}
      ) as hit where items.item ilike ${like}
      union
      select hit.* from generate_series(${amount.from}::int, ${amount.to}::int) as cents
      cross join lateral (
        select transaction_time, id from transactions where ${wanted} and final_cents = cents ${newest}
      ) as hit
    ), page as (select * from hits ${newest})
    select transactions.*, ${chargeStatus} from page join transactions using (id)
    order by transactions.transaction_time desc, id desc`.execute(db);
  return found.rows;
}

/** False when this notice was taken in before. */
export async function insertNotice(db: Query, row: PaymentNoticeRow): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('payment_notices')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Notices that no provider repeats any more. */
export async function dropNotices(db: Query, before: Date): Promise<void> {
  await tables(db).deleteFrom('payment_notices').where('received_at', '<', before).execute();
}
