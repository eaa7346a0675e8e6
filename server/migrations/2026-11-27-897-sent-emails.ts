import { sql, type Kysely } from 'kysely';

/** Owner: emails. What was sent, without codes and links, for who answers the phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sent_emails (
      id text primary key,
      tenant_id integer not null,
      address text not null,
      subject text not null,
      sealed text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index sent_emails_of_address on sent_emails (tenant_id, address, id)`.execute(
    db,
  );
  await sql`create index sent_emails_at on sent_emails (at)`.execute(db);
}
