import { sql, type Kysely } from 'kysely';

/** Owner: account. Confirmed addresses that an account had: its owner may still read them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_addresses (
      customer_id text not null references customers (id),
      tenant_id integer not null,
      email text not null,
      left_at timestamptz not null,
      primary key (customer_id, email)
    )`.execute(db);
}
