import { sql, type Kysely } from 'kysely';

/** Owner: brand-settings. What staff have set over a brand's folder, and what was promised before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table brand_settings (
      tenant_id integer primary key,
      version integer not null,
      stored jsonb not null,
      changes jsonb not null,
      kept_days_before jsonb not null,
      changed_at timestamptz not null
    )`.execute(db);
}
