import { sql, type Kysely } from 'kysely';

/** Owner: renewals. Few lines wait for their first plan, and each minute asks for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index line_autopay_unplanned on line_autopay (updated_at)
    where is_on and period_ends_at is null`.execute(db);
}
