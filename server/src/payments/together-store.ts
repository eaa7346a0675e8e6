import { type RawBuilder, sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { moveCharge } from './charge-store.ts';
import type { Attempt, ChargeOwner } from './owner.ts';
import type { ChargeRow, ChargeStatus } from './rows.ts';

/* One payment for several charges (docs/decisions/0986): the first one, and those with its id in `paid_with`. */

const tables = (db: Query) => db.withTables<{ charges: ChargeRow }>();

const ofPayment = (db: Query, first: RawBuilder<unknown>) =>
  tables(db)
    .selectFrom('charges')
    .selectAll()
    .where(sql<boolean>`(id = ${first} or paid_with = ${first})`)
    .orderBy(inTheirOrder());

/** The first one first, even if the clock was set back while they were made. */
export const inTheirOrder = (table = 'charges') =>
  sql`${sql.ref(`${table}.paid_with`)} is not null, ${sql.ref(`${table}.id`)}`;

const ofAttempt = (db: Query, { kind, id, attempt }: Attempt) =>
  ofPayment(
    db,
    sql`(select id from charges
      where owner_kind = ${kind} and owner_id = ${id} and attempt = ${attempt})`,
  );

/** The charge of this attempt, and those that are paid with it, in the order of their lines (P03). */
export const chargesTogether = (db: Query, one: Attempt): Promise<ChargeRow[]> =>
  ofAttempt(db, one).execute();

export const lockTogether = (tx: Tx, one: Attempt): Promise<ChargeRow[]> =>
  ofAttempt(tx, one).forUpdate().execute();

/** All that the payment of this charge pays for, in the order of their lines. */
export const chargesOfPayment = (db: Query, firstId: string): Promise<ChargeRow[]> =>
  ofPayment(db, sql`${firstId}`).execute();

export const lockPayment = (tx: Tx, firstId: string): Promise<ChargeRow[]> =>
  ofPayment(tx, sql`${firstId}`)
    .forUpdate()
    .execute();

/** By their ids, of charges that others are paid with. */
export async function refsOf(
  db: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(db)
    .selectFrom('charges')
    .select(['id', 'payment_ref'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.payment_ref]));
}

/** Owners of all charges that came in with the payments of this one, in the order of their lines. */
export async function ownersPaidWith(db: Query, { kind, id }: ChargeOwner): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select together.owner_id, min((together.paid_with is not null)::int || together.id) as first
    from charges as own join charges as together
      on together.id = coalesce(own.paid_with, own.id)
      or together.paid_with = coalesce(own.paid_with, own.id)
    where own.owner_kind = ${kind} and own.owner_id = ${id}
      and own.status in ('paid', 'refunding', 'refund_failed', 'refunded')
    group by together.owner_id order by first`.execute(db);
  return rows.map((row) => row.owner_id);
}

/** Of all that one payment pays for. The reference is the first one's. @returns how many were moved */
export async function movePayment(
  db: Query,
  [first, ...others]: readonly ChargeRow[],
  from: readonly ChargeStatus[],
  values: Pick<
    ChargeRow,
    'status' | 'payment_ref' | 'redirect_url' | 'reason' | 'advice' | 'settled_at'
  >,
): Promise<number> {
  if (!first) return 0;
  if (others.length === 0) return (await moveCharge(db, first.id, from, values)) ? 1 : 0;
  const ids = [first, ...others].map(({ id }) => id);
  const ref = sql<string | null>`case when id = ${first.id} then ${values.payment_ref} end`;
  const moved = await tables(db)
    .updateTable('charges')
    .set({ ...values, payment_ref: ref })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('status', 'in', from)
    .executeTakeFirst();
  return Number(moved.numUpdatedRows);
}
