import { sql, type Kysely } from 'kysely';

/** Owner: sessions. When a session ends that nobody uses; those that are open have three days from now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
    add column unused_until timestamptz not null default now() + interval '3 days'`.execute(db);
}
