import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

export interface UnpaidLine {
  id: string;
  tenant_id: number;
  customer_id: string;
  mdn: string;
  paid_until: Date;
  /** The last stage that has passed unannounced. */
  days: number;
}

/** Days after the end; the last one ends the line. */
export type Stages = readonly number[];

const isUnpaid = sql`exists (
  select from line_suspensions where line_id = lines.id and reason = 'unpaid'
)`;

/** One that its customer ends is not paused first. */
const goesOn = sql`not exists (select from line_endings where line_id = lines.id)`;

/** Locks some lines whose paid time is over. */
export async function lockLapsed(tx: Tx, now: Date, limit: number): Promise<UnpaidLine[]> {
  const { rows } = await sql<UnpaidLine>`
    select id, tenant_id, customer_id, mdn, paid_until, 0 as days from lines
    where status in ('active', 'suspended') and paid_until <= ${now} and not ${isUnpaid} and ${goesOn}
    order by paid_until limit ${limit} for update skip locked`.execute(tx);
  return rows;
}

/** A number on its way to another carrier is not given up under its hands. */
const stays = sql`not exists (
  select from line_work where line_work.line_id = lines.id and 'port_out' in (what, next)
)`;

/** Locks some unpaid lines of a tenant that have come to a stage. */
export async function lockDue(
  tx: Tx,
  tenant: number,
  stages: Stages,
  now: Date,
  limit: number,
): Promise<UnpaidLine[]> {
  const { rows } = await sql<UnpaidLine>`
    select lines.id, lines.tenant_id, customer_id, mdn, paid_until, (
        select max(stage) from unnest(${stages}::int[]) as stage
        where paid_until + stage * interval '1 day' <= ${now}
      ) as days
    from lines join line_suspensions on line_id = lines.id and reason = 'unpaid'
    where lines.tenant_id = ${tenant} and status = 'suspended' and ${stays} and exists (
      select from unnest(${stages}::int[]) as stage
      where stage > reminded_days and paid_until + stage * interval '1 day' <= ${now}
    )
    order by paid_until limit ${limit} for update of lines skip locked`.execute(tx);
  return rows;
}

export async function noteReminded(tx: Tx, lineId: string, days: number): Promise<void> {
  await sql`update line_suspensions set reminded_days = ${days}
    where line_id = ${lineId} and reason = 'unpaid'`.execute(tx);
}

export async function nextLapse(db: Query): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(paid_until) as at from lines
    where status in ('active', 'suspended') and not ${isUnpaid} and ${goesOn}`.execute(db);
  return rows[0]?.at ?? undefined;
}

export async function nextStage(
  db: Query,
  tenant: number,
  stages: Stages,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(paid_until + stage * interval '1 day') as at
    from line_suspensions
    join lines on lines.id = line_id and lines.tenant_id = ${tenant} and status = 'suspended'
    cross join unnest(${stages}::int[]) as stage
    where reason = 'unpaid' and stage > reminded_days and ${stays}`.execute(db);
  return rows[0]?.at ?? undefined;
}
