import { sql, type Kysely } from 'kysely';

/**
 * Owner: lines. A line that is kept as it is until a request about it is decided (docs/decisions/0983),
 * and one that went to another account of which its holder is told nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_lines (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      since timestamptz not null
    )`.execute(db);
  // Beside handed_over_at and taken_over_at, which whoever reads of the line may see.
  await sql`
    alter table lines
      add column separated_at timestamptz,
      add column own_since timestamptz,
      add column former_iccid text,
      add column former_imei text`.execute(db);
}
