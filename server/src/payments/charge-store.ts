import { sql, type ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import type { Amounts } from './amounts.ts';
import type { Attempt, ChargeOwner } from './owner.ts';
import type { Seller } from './parties.ts';
import type {
  ChargeRow,
  ChargeStatus,
  DisputeOfOwner,
  DisputeRow,
  Method,
  RefundRow,
} from './rows.ts';

type Json<T, Written = string> = ColumnType<T, Written, Written>;
const written = (value: object | null) => value && JSON.stringify(value);

interface ChargeTable extends Omit<ChargeRow, 'amounts' | 'method' | 'customer' | 'seller'> {
  customer: Json<string[]>;
  seller: Json<Seller | null, string | null>;
  amounts: Json<Amounts>;
  method: Json<Method>;
}

const tables = (db: Query) =>
  db.withTables<{ charges: ChargeTable; refunds: RefundRow; disputes: DisputeRow }>();

export interface Span {
  from: Date;
  before: Date;
}

export function chargesOf(db: Query, owner: ChargeOwner): Promise<ChargeRow[]> {
  return ofOwner(db, owner).orderBy('attempt').execute();
}

const ofOwner = (db: Query, owner: ChargeOwner) =>
  tables(db)
    .selectFrom('charges')
    .selectAll()
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id);

interface ChargeOwners {
  readonly kind: ChargeOwner['kind'];
  readonly ids: readonly string[];
}

const ofOwners = (db: Query, { kind, ids }: ChargeOwners) =>
  tables(db)
    .selectFrom('charges')
    .where('owner_kind', '=', kind)
    .where(sql<boolean>`owner_id = any(${ids}::text[])`);

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

export function chargeOf(db: Query, one: Attempt): Promise<ChargeRow | undefined> {
  return ofOwner(db, one).where('attempt', '=', one.attempt).executeTakeFirst();
}

/** References of saved cards whose newest charge was declined. */
export async function declinedCards(db: Query, owner: Owner): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ ref: string; status: ChargeRow['status'] }>`
    select distinct on (method ->> 'cardRef') method ->> 'cardRef' as ref, status from charges
    where tenant_id = ${owner.tenant} and customer_id = ${owner.customerId}
      and method ->> 'kind' = 'saved' and status not in ('requested', 'processing', 'confirm')
    order by method ->> 'cardRef', created_at desc`.execute(db);
  return new Set(rows.flatMap(({ ref, status }) => (status === 'declined' ? [ref] : [])));
}

const withRef = (db: Query, paymentRef: string) =>
  tables(db).selectFrom('charges').selectAll().where('payment_ref', '=', paymentRef);

/** Brands that a notice speaks for. */
export type Tenants = readonly number[];

export function chargeOfRef(
  db: Query,
  customer: Owner,
  paymentRef: string,
): Promise<ChargeRow | undefined> {
  return withRef(db, paymentRef)
    .where('tenant_id', '=', customer.tenant)
    .where('customer_id', '=', customer.customerId)
    .executeTakeFirst();
}

export function chargeOfTenants(
  db: Query,
  tenants: Tenants,
  paymentRef: string,
): Promise<ChargeRow | undefined> {
  return withRef(db, paymentRef).where('tenant_id', 'in', tenants).executeTakeFirst();
}

export const isPaid = (tenants: Tenants, paymentRef: string) =>
  sql<boolean>`exists (
    select from charges where payment_ref = ${paymentRef} and status = 'paid'
      and tenant_id = any(${tenants}::int[])
  )`;

export function chargeByKey(db: Query, owner: ChargeOwner, idempotencyKey: string) {
  return ofOwner(db, owner).where('idempotency_key', '=', idempotencyKey).executeTakeFirst();
}

export async function ownersOfKey(
  db: Query,
  { kind, ids }: ChargeOwners,
  idempotencyKey: string,
): Promise<string[]> {
  const rows = await ofOwners(db, { kind, ids })
    .select('owner_id')
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
  return rows.map((row) => row.owner_id);
}

export function chargesOfOwners(db: Query, owners: ChargeOwners): Promise<ChargeRow[]> {
  return ofOwners(db, owners).selectAll().execute();
}

/** False when another process has moved it. */
export async function moveCharge(
  db: Query,
  id: string,
  from: readonly ChargeStatus[],
  values: Partial<
    Pick<
      ChargeRow,
      | 'status'
      | 'payment_ref'
      | 'redirect_url'
      | 'reason'
      | 'advice'
      | 'settled_at'
      | 'returned_cents'
      | 'returned_at'
    >
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

/** Locks its refunds as well. */
export function lockAnyCharge(tx: Tx, id: string): Promise<ChargeRow> {
  return tables(tx)
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export function refundsOf(db: Query, chargeId: string): Promise<RefundRow[]> {
  return tables(db)
    .selectFrom('refunds')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .orderBy('number')
    .execute();
}

export function refundsOfCharges(db: Query, chargeIds: readonly string[]): Promise<RefundRow[]> {
  return tables(db)
    .selectFrom('refunds')
    .selectAll()
    .where(sql<boolean>`charge_id = any(${chargeIds}::text[])`)
    .execute();
}

/** Parts that nobody has heard of since. */
export async function openParts(db: Query, before: Date) {
  return (
    tables(db)
      .selectFrom('refunds')
      .innerJoin('charges', 'charges.id', 'refunds.charge_id')
      .select(['refunds.tenant_id', 'owner_kind', 'owner_id', 'attempt', 'refunds.number'])
      // As the index has it.
      .where(sql<boolean>`part and refunds.status in ('requested', 'pending')`)
      .where('refunds.created_at', '<', before)
      .orderBy('refunds.created_at')
      .limit(500)
      .execute()
  );
}

export async function insertRefund(tx: Tx, row: RefundRow): Promise<void> {
  await tables(tx).insertInto('refunds').values(row).execute();
}

export async function updateRefund(
  tx: Tx,
  id: string,
  values: Partial<Pick<RefundRow, 'status' | 'refund_ref' | 'reason' | 'settled_at'>>,
): Promise<void> {
  await tables(tx).updateTable('refunds').set(values).where('id', '=', id).execute();
}

/** With its charge locked. Another account may call its own dispute the same. */
export const disputeOfCharge = (tx: Tx, chargeId: string, ref: string) =>
  tables(tx)
    .selectFrom('disputes')
    .selectAll()
    .where('dispute_ref', '=', ref)
    .where('charge_id', '=', chargeId)
    .executeTakeFirst();

/** False where another account's dispute has the name. */
export async function insertDispute(tx: Tx, row: DisputeRow): Promise<boolean> {
  const saved = await tables(tx)
    .insertInto('disputes')
    .values(row)
    .onConflict((conflict) => conflict.column('dispute_ref').doNothing())
    .executeTakeFirst();
  return saved.numInsertedOrUpdatedRows === 1n;
}

export async function changeDispute(
  tx: Tx,
  id: string,
  change: Pick<DisputeRow, 'status' | 'reason' | 'amount_cents' | 'respond_by' | 'updated_at'>,
): Promise<void> {
  await tables(tx).updateTable('disputes').set(change).where('id', '=', id).execute();
}

interface Undecided {
  readonly undecided: true;
}

/** About a payment: it counts for each order that was paid with it (P03), and is listed once. */
export async function disputesWhere(
  db: Query,
  which: { owner: ChargeOwner } | { orders: readonly string[] } | { customer: Owner } | Undecided,
): Promise<DisputeOfOwner[]> {
  if ('owner' in which || 'orders' in which) {
    const [kind, ids] =
      'owner' in which ? [which.owner.kind, [which.owner.id]] : (['order', which.orders] as const);
    const rows = await ofOwners(db, { kind, ids })
      .innerJoin('disputes', (join) =>
        join.on(sql<boolean>`disputes.charge_id = coalesce(charges.paid_with, charges.id)`),
      )
      .selectAll('disputes')
      .select(['owner_kind', 'owner_id'])
      .orderBy('opened_at')
      .orderBy('disputes.id')
      .orderBy('charges.id')
      .execute();
    return rows.filter((row, at) => row.id !== rows[at - 1]?.id);
  }
  let query = tables(db)
    .selectFrom('disputes')
    .innerJoin('charges', 'charges.id', 'disputes.charge_id')
    .selectAll('disputes')
    .select(['owner_kind', 'owner_id'])
    .orderBy('opened_at')
    .orderBy('disputes.id');
  if ('customer' in which) {
    const { tenant, customerId } = which.customer;
    query = query
      .where('disputes.tenant_id', '=', tenant)
      .where('disputes.customer_id', '=', customerId);
  } else query = query.where('disputes.status', 'in', ['open', 'answered']);
  return query.execute();
}

export async function customersSince(db: Query, since: Date, limit: number) {
  const { rows } = await sql<{ tenant_id: number; customer_id: string }>`
    select tenant_id, customer_id from charges where created_at >= ${since}
    union
    select charges.tenant_id, customer_id from refunds join charges on charges.id = charge_id
    where refunds.created_at >= ${since}
    limit ${limit}`.execute(db);
  return rows;
}

export function chargesToCompare(db: Query, time: Span, refs: readonly string[]) {
  return (
    tables(db)
      .selectFrom('charges')
      .select(['tenant_id', 'created_at', 'status', 'payment_ref', 'owner_kind', 'owner_id'])
      // What it was charged for in all (P03).
      .select(
        sql<number>`(amount_cents + coalesce((select sum(further.amount_cents) from charges as further
        where further.paid_with = charges.id), 0))::int`.as('amount_cents'),
      )
      .where('payment_ref', 'is not', null)
      .where((or) =>
        or.or([
          or.and([or('created_at', '>=', time.from), or('created_at', '<', time.before)]),
          sql<boolean>`payment_ref = any(${refs}::text[])`,
        ]),
      )
      .execute()
  );
}

/** @param refs with those of parts that were put down to several (see `splitRefs`) */
export function refundsToCompare(db: Query, time: Span, refs: readonly string[]) {
  return tables(db)
    .selectFrom('refunds')
    .innerJoin('charges', 'charges.id', 'refunds.charge_id')
    .select([
      ...(['refunds.tenant_id', 'owner_kind', 'owner_id', 'refund_ref'] as const),
      ...(['refunds.amount_cents', 'refunds.created_at', 'refunds.status'] as const),
    ])
    .where('refund_ref', 'is not', null)
    .where((or) =>
      or.or([
        or.and([
          or('refunds.created_at', '>=', time.from),
          or('refunds.created_at', '<', time.before),
        ]),
        sql<boolean>`refund_ref = any(${refs}::text[])`,
      ]),
    )
    .execute();
}

export async function moveCharges(tx: Tx, tenant: number, from: string, to: string) {
  const whose = sql`tenant_id = ${tenant} and customer_id = ${from}`;
  await sql`update charges set payer_id = coalesce(payer_id, customer_id), customer_id = ${to}
    where ${whose}`.execute(tx);
  await sql`update disputes set customer_id = ${to} where ${whose}`.execute(tx);
}

const moving = sql`(status in ('requested', 'processing', 'confirm', 'refunding')
  or exists (select from refunds where charge_id = charges.id
    and refunds.status in ('requested', 'pending')))`;

/** Money of one of these orders is on its way, or a bank has not decided about it. */
export async function isMoneyOpen(db: Query, orderIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from charges where owner_kind = 'order' and owner_id = any(${orderIds}::text[])
      and (${moving}
        or exists (select from disputes where charge_id = coalesce(charges.paid_with, charges.id)
          and disputes.status in ('open', 'answered')))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** A charge or a refund whose end nobody knows yet, on their own bill or of these orders. */
export async function isMoneyMoving(
  db: Query,
  owner: Owner,
  orderIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from charges where tenant_id = ${owner.tenant} and customer_id = ${owner.customerId}
      and ${moving}
    union all
    select from charges where owner_kind = 'order' and owner_id = any(${orderIds}::text[])
      and ${moving}
    limit 1`.execute(db);
  return rows.length > 0;
}
