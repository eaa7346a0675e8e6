import { sql, type Kysely } from 'kysely';

/**
 * Owner: account. One account holds an address: codes, links and tickets that name it go there. Others
 * may be opened beside it, so that opening one tells nobody whether there was one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column holds_email boolean not null default true`.execute(db);
  await sql`create unique index customers_holding on customers (tenant_id, email) where holds_email`.execute(
    db,
  );
  await sql`create index customers_at on customers (tenant_id, email, created_at)`.execute(db);
  await sql`alter table customers drop constraint customers_tenant_id_email_key`.execute(db);
}
