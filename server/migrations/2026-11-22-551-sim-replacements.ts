import { sql, type Kysely } from 'kysely';

/**
 * Owner: sim-replacement. A line has one at a time that is not over; a card belongs to one. What
 * keeps it from going on when it begins is decided then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sim_replacements (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      state text not null
        check (state in ('announced', 'under_way', 'done', 'stopped', 'failed')),
      sim_type text not null check (sim_type in ('esim', 'physical')),
      iccid text not null,
      shipping text,
      why text,
      carrier_ref text,
      stop_wanted_by text check (stop_wanted_by in ('customer', 'denied', 'line')),
      denial text check (denial in ('stop', 'block', 'log_out')),
      asked_at timestamptz not null,
      effective_at timestamptz not null,
      looked_at timestamptz,
      ended_at timestamptz
    )`.execute(db);
  await sql`create unique index sim_replacements_one on sim_replacements (line_id)
    where state in ('announced', 'under_way')`.execute(db);
  await sql`create unique index sim_replacements_card on sim_replacements (tenant_id, iccid)
    where state in ('announced', 'under_way') and iccid <> ''`.execute(db);
  await sql`create index sim_replacements_of_line on sim_replacements (line_id, asked_at)`.execute(
    db,
  );
  await sql`create index sim_replacements_due on sim_replacements (effective_at)
    where state = 'announced'`.execute(db);
  await sql`create index sim_replacements_looked on sim_replacements (looked_at)
    where state = 'under_way'`.execute(db);
  await sql`create index sim_replacements_ref on sim_replacements (carrier_ref)
    where carrier_ref is not null`.execute(db);
}
