import { sql, type Generated, type Insertable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

export type SuspensionReason = 'unpaid' | 'blocked' | 'by_operator' | 'on_hold';

interface SuspensionRow {
  line_id: string;
  tenant_id: number;
  reason: SuspensionReason;
  since: Date;
  reminded_days: Generated<number>;
}

const tables = (db: Query) => db.withTables<{ line_suspensions: SuspensionRow }>();

export async function reasonsOf(db: Query, lineId: string): Promise<SuspensionReason[]> {
  const rows = await tables(db)
    .selectFrom('line_suspensions')
    .select('reason')
    .where('line_id', '=', lineId)
    .execute();
  return rows.map((row) => row.reason);
}

export const suspensionRows = (db: Query, lineId: string) =>
  tables(db)
    .selectFrom('line_suspensions')
    .select(['reason', 'reminded_days'])
    .where('line_id', '=', lineId)
    .execute();

/** Since when it is paused for want of payment, and whether it came to this account so. */
export interface Unpaid {
  readonly pausedAt: Date;
  readonly hasMoved: boolean;
}

export async function unpaidSince(db: Query, lineId: string): Promise<Unpaid | undefined> {
  const { rows } = await sql<Unpaid>`
    select since as "pausedAt", since is not distinct from own_since as "hasMoved"
    from line_suspensions join lines on lines.id = line_id
    where line_id = ${lineId} and reason = 'unpaid'`.execute(db);
  return rows[0];
}

export async function insertSuspension(tx: Tx, row: Insertable<SuspensionRow>): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('line_suspensions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['line_id', 'reason']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function deleteSuspension(
  tx: Tx,
  lineId: string,
  reason: SuspensionReason,
): Promise<boolean> {
  const deleted = await tables(tx)
    .deleteFrom('line_suspensions')
    .where('line_id', '=', lineId)
    .where('reason', '=', reason)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function untoldLines(db: Query): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from lines where status = 'suspended' and (
        not carrier_suspended
        or not exists (select from line_suspensions where line_id = lines.id)
      ) limit 500)
    union all
    (select id from lines where status = 'active' and carrier_suspended limit 500)
    union all
    (select id from lines where status = 'ended' and released_at is null
      and activated_at is not null and mdn <> '' limit 500)`.execute(db);
  return rows.map((row) => row.id);
}
