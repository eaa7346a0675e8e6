import { sql, type Kysely } from 'kysely';

/**
 * Owner: line-locks. A line without a row has both locks on; one with a time has that lock on until
 * then. `carrier_off`: as last reported to the carrier.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_locks (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      sim_off_at timestamptz,
      number_off_at timestamptz,
      carrier_off boolean not null default false
    )`.execute(db);
  await sql`create index line_locks_untold on line_locks (number_off_at)
    where not carrier_off and number_off_at is not null`.execute(db);
  await sql`create index line_locks_told_wrongly on line_locks (line_id)
    where carrier_off and number_off_at is null`.execute(db);
}
