import { sql, type Kysely } from 'kysely';

/** Owner: plans. What the console made of an add-on, as `plan_versions` has it of a plan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table add_on_versions (
      tenant_id integer not null,
      add_on_id text not null,
      number integer not null,
      content jsonb not null,
      saved_by text not null,
      saved_at timestamptz not null,
      published_by text,
      published_at timestamptz,
      publish_at timestamptz,
      publish_by text,
      publish_failed text,
      primary key (tenant_id, add_on_id, number)
    )`.execute(db);
  await sql`
    create index add_on_versions_to_publish on add_on_versions (publish_at)
      where publish_at is not null`.execute(db);
}
