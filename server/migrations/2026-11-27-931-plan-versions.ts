import { sql, type Kysely } from 'kysely';

/** Owner: plans. What the console made of a plan; a draft has no `published_at`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plan_versions (
      tenant_id integer not null,
      plan_id text not null,
      number integer not null,
      content jsonb not null,
      saved_by text not null,
      saved_at timestamptz not null,
      published_by text,
      published_at timestamptz,
      primary key (tenant_id, plan_id, number)
    )`.execute(db);
}
