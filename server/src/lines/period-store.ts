import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

export interface PeriodRow {
  id: string;
  tenant_id: number;
  line_id: string;
  number: number;
  /** Null before the line has begun. */
  starts_at: Date | null;
  ends_at: Date | null;
  plan_id: string;
  plan_name: string;
  /** What was paid, after a discount. */
  price_cents: number;
  paid_cents: number;
  order_id: string | null;
  taken_back_at: Date | null;
  created_at: Date;
}

const tables = (db: Query) => db.withTables<{ line_periods: PeriodRow }>();

export function periodsOf(db: Query, lineId: string): Promise<PeriodRow[]> {
  return tables(db)
    .selectFrom('line_periods')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('taken_back_at', 'is', null)
    .orderBy('number')
    .execute();
}

export async function insertPeriod(tx: Tx, row: PeriodRow): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('line_periods')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['line_id', 'number']).where('taken_back_at', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function beginPeriod(
  tx: Tx,
  lineId: string,
  time: { from: Date; to: Date },
): Promise<void> {
  await tables(tx)
    .updateTable('line_periods')
    .set({ starts_at: time.from, ends_at: time.to })
    .where('line_id', '=', lineId)
    .where('starts_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .execute();
}

export async function movePeriod(
  tx: Tx,
  lineId: string,
  number: number,
  time: { from: Date; to: Date },
): Promise<void> {
  await tables(tx)
    .updateTable('line_periods')
    .set({ starts_at: time.from, ends_at: time.to })
    .where('line_id', '=', lineId)
    .where('number', '=', number)
    .where('taken_back_at', 'is', null)
    .execute();
}

export async function takeBackPeriod(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const taken = await tables(tx)
    .updateTable('line_periods')
    .set({ taken_back_at: now })
    .where('order_id', '=', orderId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Lines activated by an older version lack the period that runs. */
export async function addMissingPeriod(db: Query, lineId: string): Promise<void> {
  await sql`
    insert into line_periods (id, tenant_id, line_id, number, starts_at, ends_at, plan_id, plan_name,
      price_cents, paid_cents, order_id, created_at)
    select 'per_' || lines.id, tenant_id, lines.id, 1, paid_until - interval '30 days', paid_until,
      plan_id, plan_name, coalesce(plan_cents, 0), coalesce(plan_paid_cents, plan_cents, 0),
      order_id, activated_at
    from lines
    where id = ${lineId} and paid_until is not null
      and not exists (select from line_periods where line_id = ${lineId})
    on conflict do nothing`.execute(db);
}
