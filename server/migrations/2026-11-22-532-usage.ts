import { sql, type Kysely } from 'kysely';

/**
 * Owner: usage. What the carrier told, as it came; when each line is looked at; what its owner was
 * told of a limit, once for each period, limit and part of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_readings (
      line_id text not null references lines (id),
      tenant_id integer not null,
      msisdn text not null,
      kind text not null check (kind in ('data', 'hotspot', 'roaming', 'talk', 'text')),
      starts_at timestamptz not null,
      amount bigint not null check (amount >= 0),
      as_of timestamptz not null,
      primary key (line_id, starts_at, kind, msisdn)
    )`.execute(db);
  await sql`create index usage_readings_starts_at on usage_readings (starts_at)`.execute(db);
  await sql`
    create table usage_looks (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      asked_at timestamptz,
      as_of timestamptz,
      next_at timestamptz
    )`.execute(db);
  await sql`create index usage_looks_next_at on usage_looks (next_at)
    where next_at is not null`.execute(db);
  await sql`
    create table usage_alerts (
      line_id text not null references lines (id),
      tenant_id integer not null,
      period_from timestamptz not null,
      kind text not null,
      most bigint not null,
      percent integer not null check (percent in (80, 100)),
      at timestamptz not null,
      primary key (line_id, period_from, kind, most, percent)
    )`.execute(db);
  await sql`
    create table alert_choices (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      data_80 boolean not null,
      data_100 boolean not null,
      updated_at timestamptz not null
    )`.execute(db);
}
