import { sql, type Kysely } from 'kysely';

/** Owner: reconciliation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reconciliations (
      id text primary key,
      at timestamptz not null,
      since timestamptz not null,
      until timestamptz not null,
      charges integer not null,
      refunds integer not null,
      differences jsonb not null
    )`.execute(db);
  await sql`create index reconciliations_newest on reconciliations (at desc)`.execute(db);
  // What the comparison looks up by the provider's names, and by time.
  await sql`create index charges_created on charges (created_at)`.execute(db);
  await sql`create index refunds_created on refunds (created_at)`.execute(db);
}
