import { sql, type Kysely } from 'kysely';

/** Owner: callers. Whom a member of staff has verified and how, and what they wrote for colleagues. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table caller_verifications (
      id text primary key,
      tenant_id integer not null,
      staff_id text not null,
      customer_id text not null references customers (id),
      how text not null,
      reference text not null,
      at timestamptz not null,
      until timestamptz not null
    )`.execute(db);
  await sql`create index caller_verifications_of_customer
    on caller_verifications (tenant_id, customer_id, staff_id, until)`.execute(db);
  await sql`create index caller_verifications_until on caller_verifications (until)`.execute(db);
  await sql`
    create table customer_notes (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      staff text not null,
      text text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index customer_notes_of_customer
    on customer_notes (tenant_id, customer_id, id)`.execute(db);
}
