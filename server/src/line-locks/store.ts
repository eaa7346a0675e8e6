import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { isKeptLine as isKept } from '../lines/kept.ts';

export interface LocksRow {
  line_id: string;
  tenant_id: number;
  sim_off_at: Date | null;
  number_off_at: Date | null;
  /** The carrier may have the number lock off. */
  carrier_off: boolean;
}

const tables = (db: Query) => db.withTables<{ line_locks: LocksRow }>();

export function locksOf(db: Query, lineId: string): Promise<LocksRow | undefined> {
  return tables(db)
    .selectFrom('line_locks')
    .selectAll()
    .where('line_id', '=', lineId)
    .executeTakeFirst();
}

const bothOn = { sim_off_at: null, number_off_at: null, carrier_off: false };

export async function saveLocks(
  tx: Tx,
  key: Pick<LocksRow, 'line_id' | 'tenant_id'>,
  values: Partial<Omit<LocksRow, 'line_id' | 'tenant_id'>>,
): Promise<void> {
  await tables(tx)
    .insertInto('line_locks')
    .values({ ...bothOn, ...key, ...values })
    .onConflict((conflict) => conflict.column('line_id').doUpdateSet(values))
    .execute();
}

/** Other ones each time, so that none starves. */
export async function untoldLines(db: Query, now: Date): Promise<string[]> {
  const { rows } = await sql<{ line_id: string }>`
    (select line_id from line_locks where number_off_at <= ${now} and not carrier_off
      and not ${isKept('line_locks.line_id')}
      order by random() limit 500)
    union all
    (select line_id from line_locks where number_off_at is null and carrier_off
      order by random() limit 500)`.execute(db);
  return rows.map((row) => row.line_id);
}

export const nextUnlock = sql<Date | null>`(
  select min(number_off_at) from line_locks where not carrier_off and number_off_at is not null
    and not ${isKept('line_locks.line_id')}
)`;
