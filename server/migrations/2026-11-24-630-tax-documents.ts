import { sql, type Kysely } from 'kysely';

/** Owner: checkout. What a tax engine was told of an order: its sale, and its return. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tax_documents (
      order_id text not null references orders (id),
      kind text not null,
      tenant_id integer not null,
      status text not null,
      tries integer not null,
      document text,
      tax_cents integer,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (order_id, kind)
    )`.execute(db);
}
