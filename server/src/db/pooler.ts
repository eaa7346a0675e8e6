import { sql } from 'kysely';
import type { Database, DatabaseSettings } from './database.ts';

const limits = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout'];

/** A transaction pooler drops session settings, so it must set the limits itself. */
export async function poolerFaults(db: Database, settings: DatabaseSettings): Promise<string[]> {
  if (settings.kind !== 'postgres') return [];
  try {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${limits}::text[]) as known (name)
      where current_setting(name) = '0'`.execute(db.query);
    if (rows.length === 0) return [];
    const missing = rows.map(({ name }) => name).join(', ');
    return [
      `the pooler of DATABASE_URL must set ${missing} (connect_query, see docs/operating.md)`,
    ];
  } catch (error) {
    const isPooled =
      error instanceof Error && error.message.includes('unsupported startup parameter');
    if (!isPooled) throw error;
    return [
      'DATABASE_URL leads through a pooler, so DATABASE_DIRECT_URL is needed: the server itself',
    ];
  }
}
