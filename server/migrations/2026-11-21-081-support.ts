import { sql, type Kysely } from 'kysely';

/** Owner: support. What visitors wrote in the contact form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact_messages (
      id text primary key,
      tenant_id integer not null,
      name text not null,
      email text not null,
      message text not null,
      language text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index contact_messages_of_tenant
    on contact_messages (tenant_id, created_at desc)`.execute(db);
}
