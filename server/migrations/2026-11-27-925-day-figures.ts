import { sql, type Kysely } from 'kysely';

/**
 * Owners: today, for what is counted once a day is over (docs/decisions/0955); lines, for when one
 * ended. Of those that ended before, `released_at` tells it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lines add column ended_at timestamptz`.execute(db);
  await sql`
    create table day_figures (
      tenant_id integer not null,
      day text not null,
      figures jsonb not null,
      primary key (tenant_id, day)
    )`.execute(db);
}
