import { sql } from 'kysely';
import type { Query } from '../db/database.ts';

/** Names of jobs that nobody has begun. */
export async function waitingJobs(db: Query): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from pgboss.job where state = 'created'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
