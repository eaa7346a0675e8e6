import { sql, type Kysely } from 'kysely';

/**
 * Owners: account (customers: the language of letters), payments (charges: of the page to come back
 * to), plans (their words in other languages).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column language text not null default 'en'`.execute(db);
  await sql`alter table charges add column language text not null default 'en'`.execute(db);
  await sql`alter table plans add column es jsonb`.execute(db);
}
