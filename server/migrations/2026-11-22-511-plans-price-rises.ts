import { sql, type Kysely } from 'kysely';

/**
 * Owner: plans. A price that rose at an import. `look_at` is when its lines are next looked for, to
 * be told; it is empty once all of them are. A price that falls again voids the rise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table price_rises (
      id text primary key,
      tenant_id integer not null,
      plan_id text not null,
      cents integer not null check (cents > 0),
      at timestamptz not null,
      look_at timestamptz,
      void_at timestamptz
    )`.execute(db);
  await sql`create index price_rises_of_plan on price_rises (tenant_id, plan_id)`.execute(db);
  await sql`create index price_rises_look on price_rises (look_at) where look_at is not null`.execute(
    db,
  );
}
