import { sql, type Kysely } from 'kysely';

/** Owner: jobs. How far the sandbox's time was moved; only a simulated product looks at it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_clock (
      only_one boolean primary key check (only_one),
      moved_ms bigint not null check (moved_ms >= 0)
    )`.execute(db);
}
