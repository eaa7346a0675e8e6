import { sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query } from '../db/database.ts';

export interface OutsideCallsRow {
  /** `carrier harbor`: the port, and the first brand of that account. */
  service: string;
  hour: Date;
  calls: number;
  failures: number;
  last_at: Date;
  failed_at: Date | null;
  failure: string | null;
}

const tables = (db: Query) => db.withTables<{ outside_calls: OutsideCallsRow }>();

/** Adds to what other processes have counted. */
export async function addCalls(db: Query, rows: readonly OutsideCallsRow[]): Promise<void> {
  await tables(db)
    .insertInto('outside_calls')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['service', 'hour']).doUpdateSet({
        calls: sql`outside_calls.calls + excluded.calls`,
        failures: sql`outside_calls.failures + excluded.failures`,
        last_at: sql`greatest(outside_calls.last_at, excluded.last_at)`,
        failed_at: sql`greatest(outside_calls.failed_at, excluded.failed_at)`,
        failure: sql`coalesce(excluded.failure, outside_calls.failure)`,
      }),
    )
    .execute();
}

export const callsSince = (db: Query, since: Date): Promise<OutsideCallsRow[]> =>
  tables(db)
    .selectFrom('outside_calls')
    .selectAll()
    .where('hour', '>=', since)
    .orderBy('service')
    .orderBy('hour')
    .execute();

export const dropCalls = (db: Query, before: Date): Promise<number> =>
  clearAway(db, 'outside_calls', sql`hour < ${before}`);
