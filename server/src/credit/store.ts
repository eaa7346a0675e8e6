import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { DaySpan } from '../brands/time-zone.ts';
import type { Query, Tx } from '../db/database.ts';
import { dayIn } from '../db/day-in.ts';
import type { Owner } from '../http/who.ts';

interface EntryTable {
  id: string;
  tenant_id: number;
  customer_id: string;
  /** Negative when used. */
  cents: number;
  reason: 'refund' | 'unused_days' | 'goodwill' | 'used' | 'returned' | 'corrected' | 'referral';
  /** An order's id, for example. */
  cause: string;
  note: string;
  created_at: Date;
  /** What there is after it, never below zero. An earlier version wrote none. */
  balance_cents: Generated<number | null>;
}

export type EntryRow = Selectable<EntryTable>;

/** What was taken from credit, or given again, because the money of its cause went back. */
export interface CorrectionRow {
  /** An order's id, for example. */
  cause: string;
  tenant_id: number;
  customer_id: string;
  corrected_cents: number;
  /** What was spent by then. */
  owed_cents: number;
  /** Counts its entries. */
  version: number;
  created_at: Date;
  updated_at: Date;
}

const tables = (db: Query) =>
  db.withTables<{ credit_entries: EntryTable; credit_corrections: CorrectionRow }>();

/** Serializes what is done with the customer's credit. The caller holds order and line already. */
export async function lockCredit(tx: Tx, customerId: string): Promise<void> {
  const key = `credit ${customerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

const own = (db: Query, owner: Owner) =>
  tables(db)
    .selectFrom('credit_entries')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId);

export function entriesOf(db: Query, owner: Owner): Promise<EntryRow[]> {
  return own(db, owner).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

export async function balanceOf(db: Query, owner: Owner): Promise<number> {
  const { balance } = await own(db, owner)
    .select(sql<number>`coalesce(sum(cents), 0)::int`.as('balance'))
    .executeTakeFirstOrThrow();
  return balance;
}

export function entriesOfCauses(
  db: Query,
  reason: EntryRow['reason'],
  causes: readonly string[],
): Promise<Pick<EntryRow, 'cause' | 'cents'>[]> {
  return tables(db)
    .selectFrom('credit_entries')
    .select(['cause', 'cents'])
    .where('reason', '=', reason)
    .where(sql<boolean>`cause = any(${causes}::text[])`)
    .execute();
}

/** False when this cause is there already. */
export async function insertEntry(tx: Tx, row: Insertable<EntryTable>): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('credit_entries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['reason', 'cause']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function moveEntries(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('credit_entries')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
  await tables(tx)
    .updateTable('credit_corrections')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}

export function correctionOf(db: Query, cause: string): Promise<CorrectionRow | undefined> {
  return tables(db)
    .selectFrom('credit_corrections')
    .selectAll()
    .where('cause', '=', cause)
    .executeTakeFirst();
}

export function correctionsOf(
  db: Query,
  causes: readonly string[],
): Promise<Pick<CorrectionRow, 'cause' | 'corrected_cents' | 'owed_cents'>[]> {
  return tables(db)
    .selectFrom('credit_corrections')
    .select(['cause', 'corrected_cents', 'owed_cents'])
    .where(sql<boolean>`cause = any(${causes}::text[])`)
    .execute();
}

export async function saveCorrection(tx: Tx, row: CorrectionRow): Promise<void> {
  const { corrected_cents, owed_cents, version, updated_at } = row;
  await tables(tx)
    .insertInto('credit_corrections')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('cause').doUpdateSet({ corrected_cents, owed_cents, version, updated_at }),
    )
    .execute();
}

export function owedBy(db: Query, owner: Owner): Promise<CorrectionRow[]> {
  return tables(db)
    .selectFrom('credit_corrections')
    .selectAll()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('owed_cents', '>', 0)
    .orderBy('created_at')
    .orderBy('cause')
    .execute();
}

export function allOwed(db: Query): Promise<CorrectionRow[]> {
  return tables(db)
    .selectFrom('credit_corrections')
    .selectAll()
    .where('owed_cents', '>', 0)
    .orderBy('created_at')
    .execute();
}

export function customersSince(db: Query, since: Date, limit: number) {
  return tables(db)
    .selectFrom('credit_entries')
    .select(['tenant_id', 'customer_id'])
    .distinct()
    .where('created_at', '>=', since)
    .limit(limit)
    .execute();
}

/**
 * A refund's cause is its order; a refused plan's is that change, and stands with its order. What came of
 * referrals, less what was taken back and is owed of it.
 */
export async function givenBesides(db: Query, owner: Owner): Promise<number> {
  const { back } = await tables(db)
    .selectFrom('credit_corrections')
    .select(sql<number>`coalesce(sum(corrected_cents - owed_cents), 0)::int`.as('back'))
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    // Nor are the days of a line from another account of a payment of theirs.
    .where((or) =>
      or.or([or('cause', 'like', 'ref\\_%'), or('cause', 'like', 'dispute of per\\_%')]),
    )
    .executeTakeFirstOrThrow();
  const { cents } = await own(db, owner)
    .select(sql<number>`coalesce(sum(cents), 0)::int`.as('cents'))
    .where((or) =>
      or.or([
        or('reason', 'in', ['goodwill', 'referral']),
        or.and([or('reason', '=', 'refund'), or('cause', 'like', 'ord\\_%')]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return cents + back;
}

/** Cents of a brand's days: what was given, and what was used or taken back. */
export async function creditByDay(
  db: Query,
  { tenant, from, before, timeZone }: DaySpan,
): Promise<{ day: string; given: number; used: number }[]> {
  const { rows } = await sql<{ day: string; given: number; used: number }>`
    select ${dayIn(sql`created_at`, timeZone)} as day,
      coalesce(sum(cents) filter (where cents > 0), 0)::float8 as given,
      coalesce(-sum(cents) filter (where cents < 0), 0)::float8 as used
    from credit_entries
    where tenant_id = ${tenant} and created_at >= ${from} and created_at < ${before}
    group by 1`.execute(db);
  return rows;
}
