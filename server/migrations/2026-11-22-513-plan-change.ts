import { sql, type Kysely } from 'kysely';

/** Owner: plan-change. What the carrier is to be told, and was told, of a line's plan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plan_changes (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      order_id text not null,
      way text not null check (way in ('now', 'renewal', 'back')),
      plan_id text not null,
      plan_name text not null,
      plan_flag integer not null,
      from_plan_id text not null,
      from_plan_name text not null,
      from_plan_flag integer not null,
      begins_at timestamptz not null,
      state text not null
        check (state in ('planned', 'asked', 'returned', 'done', 'refused', 'dropped')),
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index plan_changes_of_line on plan_changes (line_id, created_at)`.execute(db);
  await sql`create index plan_changes_of_order on plan_changes (order_id)`.execute(db);
  await sql`create index plan_changes_planned on plan_changes (begins_at)
    where state = 'planned'`.execute(db);
  await sql`create index plan_changes_asked on plan_changes (updated_at)
    where state in ('asked', 'returned')`.execute(db);
}
