import { sql, type Kysely } from 'kysely';

/** Owner: db. One word, sealed: with which key this database is sealed (docs/decisions/0926). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table master_key (
      id boolean primary key default true check (id),
      sealed text not null,
      since timestamptz not null default now()
    )`.execute(db);
}
