import { sql, type Kysely } from 'kysely';

/**
 * Owner: renewals. The plan that a line gets with its next payment, at most one that stands; and who
 * was told of which price that rose.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scheduled_plans (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      plan_id text not null,
      plan_name text not null,
      plan_flag integer not null,
      plan_cents integer not null check (plan_cents >= 0),
      noted_at timestamptz not null,
      ended_at timestamptz,
      ended_by text,
      check ((ended_at is null) = (ended_by is null))
    )`.execute(db);
  await sql`create unique index scheduled_plans_standing on scheduled_plans (line_id)
    where ended_at is null`.execute(db);
  await sql`create index scheduled_plans_ended on scheduled_plans (ended_by)
    where ended_by is not null`.execute(db);
  await sql`
    create table price_notices (
      line_id text not null references lines (id),
      rise_id text not null,
      tenant_id integer not null,
      told_at timestamptz not null,
      primary key (line_id, rise_id)
    )`.execute(db);
}
