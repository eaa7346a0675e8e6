import { sql, type Kysely } from 'kysely';

/** Owner: account. Contact numbers that were changed in the last seven days, for a denial. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_contact_numbers (
      customer_id text not null references customers (id),
      tenant_id integer not null,
      number text not null,
      left_at timestamptz not null,
      primary key (customer_id, left_at)
    )`.execute(db);
}
