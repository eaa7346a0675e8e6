import { sql, type Kysely } from 'kysely';

/**
 * Owner: lines. Since when whoever uses a line uses it, where it was given or taken back; and who set its
 * 911 address, where that was not its holder (docs/decisions/0985).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lines
      add column user_since timestamptz,
      add column address_customer_id text`.execute(db);
  await sql`alter table line_address_wishes add column member_customer_id text`.execute(db);
}
