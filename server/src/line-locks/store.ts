import type { Query } from '../db/database.ts';

interface LocksRow {
  line_id: string;
  tenant_id: number;
  sim_off_at: Date | null;
  number_off_at: Date | null;
  /** As last reported to the carrier. */
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
