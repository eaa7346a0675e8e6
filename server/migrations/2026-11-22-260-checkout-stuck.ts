import { sql, type Kysely } from 'kysely';

/** Which orders stand in a state for how long is asked every minute, and at each look at /metrics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists orders_standing on orders (status, updated_at)`.execute(db);
}
