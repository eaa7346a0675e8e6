import { sql, type Kysely } from 'kysely';

/** Owner: reconciliation. Customers whose payments, credit and orders do not add up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reconciliations add column customers jsonb not null default '[]'`.execute(
    db,
  );
}
