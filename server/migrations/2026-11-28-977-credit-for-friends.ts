import { sql, type Kysely } from 'kysely';

/** Owner: credit. Credit comes of friends who joined, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_entries drop constraint credit_entries_reason_check`.execute(db);
  await sql`alter table credit_entries add constraint credit_entries_reason_check check (reason in
    ('refund', 'unused_days', 'goodwill', 'used', 'returned', 'corrected', 'referral')) not valid`.execute(
    db,
  );
}
