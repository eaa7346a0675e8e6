import { sql, type Kysely } from 'kysely';

/** Owner: texts. Who agreed to text messages, what was sent, and the sandbox's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table text_consents (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      number text not null,
      wording text not null,
      given_at timestamptz not null,
      ended_at timestamptz,
      ended_by text check (ended_by in ('customer', 'stop', 'number')),
      check ((ended_at is null) = (ended_by is null))
    )`.execute(db);
  await sql`
    create unique index text_consents_given on text_consents (customer_id) where ended_at is null
  `.execute(db);
  await sql`create index text_consents_customer on text_consents (customer_id, given_at)`.execute(
    db,
  );
  await sql`
    create table texts (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      number text not null,
      about text not null,
      state text not null check (state in ('sending', 'sent', 'refused', 'stopped')),
      ref text,
      begun_at timestamptz not null
    )`.execute(db);
  await sql`create index texts_number on texts (number, begun_at)`.execute(db);
  await sql`create index texts_customer on texts (customer_id)`.execute(db);
  await sql`create index texts_begun on texts (begun_at)`.execute(db);
  await sql`
    create table sandbox_texts (
      seq bigint generated always as identity primary key,
      to_number text not null,
      body text not null,
      sent_at timestamptz not null
    )`.execute(db);
}
