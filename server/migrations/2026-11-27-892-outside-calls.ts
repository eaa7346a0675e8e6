import { sql, type Kysely } from 'kysely';

/** Owner: adapters. How each service outside answered, by hour, for 30 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outside_calls (
      service text not null,
      hour timestamptz not null,
      calls integer not null,
      failures integer not null,
      last_at timestamptz not null,
      failed_at timestamptz,
      failure text,
      primary key (service, hour)
    )`.execute(db);
  await sql`create index outside_calls_hour on outside_calls (hour)`.execute(db);
}
