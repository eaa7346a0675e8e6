import { sql, type Kysely } from 'kysely';

/** Owner: privacy. Who asked to be erased, and when that is due; and, of account, who was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column erased_at timestamptz`.execute(db);
  await sql`
    create table erasures (
      customer_id text primary key references customers (id),
      tenant_id integer not null,
      asked_at timestamptz not null,
      due_at timestamptz not null
    )`.execute(db);
  await sql`create index erasures_due on erasures (due_at)`.execute(db);
}
