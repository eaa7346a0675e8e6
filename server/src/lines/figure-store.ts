import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { DaySpan } from '../brands/time-zone.ts';
import { dayIn } from '../db/day-in.ts';

interface DayCount {
  day: string;
  count: number;
}

const perDay = async (rows: Promise<{ rows: DayCount[] }>) =>
  new Map((await rows).rows.map(({ day, count }) => [day, count]));

export const activated = (db: Query, { tenant, from, before, timeZone }: DaySpan) =>
  perDay(
    sql<DayCount>`
      select ${dayIn(sql`activated_at`, timeZone)} as day, count(*)::int as count from lines
      where tenant_id = ${tenant} and activated_at >= ${from} and activated_at < ${before}
        and taken_over_at is null and own_since is null
      group by 1`.execute(db),
  );

/** Lines that had worked; one that was handed over goes on. */
export const ended = (db: Query, { tenant, from, before, timeZone }: DaySpan) =>
  perDay(
    sql<DayCount>`
      select ${dayIn(sql`coalesce(ended_at, released_at)`, timeZone)} as day, count(*)::int as count
      from lines
      where tenant_id = ${tenant} and status = 'ended' and activated_at is not null
        and handed_over_at is null and separated_at is null
        and coalesce(ended_at, released_at) >= ${from} and coalesce(ended_at, released_at) < ${before}
      group by 1`.execute(db),
  );

/** Periods that ended, besides those that were paid with the next one, those of lines that ended with them, or before. */
export const due = (db: Query, { tenant, from, before, timeZone }: DaySpan) =>
  perDay(
    sql<DayCount>`
      select ${dayIn(sql`ends_at`, timeZone)} as day, count(*)::int as count
      from line_periods join lines on lines.id = line_id
      where line_periods.tenant_id = ${tenant} and taken_back_at is null and cut_by is null
        and (handed_from is null or line_periods.created_at < ends_at)
        and ends_at >= ${from} and ends_at < ${before}
        and not exists (
          select from line_periods as after where after.line_id = line_periods.line_id
            and after.number = line_periods.number + 1 and after.taken_back_at is null
            and after.order_id = line_periods.order_id)
        and (lines.status <> 'ended'
          or coalesce(ended_at, released_at) > ends_at + interval '1 day')
      group by 1`.execute(db),
  );

/** New lines whose SIM and number had nobody to wait for. */
export async function activatedAtOnce(
  db: Query,
  { tenant, from, before, timeZone }: DaySpan,
): Promise<{ day: string; orderId: string; at: Date }[]> {
  const { rows } = await sql<{ day: string; order_id: string; activated_at: Date }>`
    select ${dayIn(sql`activated_at`, timeZone)} as day, order_id, activated_at from lines
    where tenant_id = ${tenant} and activated_at >= ${from} and activated_at < ${before}
      and order_id is not null and sim_type = 'esim' and port_in_id is null`.execute(db);
  return rows.map(({ day, order_id: orderId, activated_at: at }) => ({ day, orderId, at }));
}

export async function firstActivation(db: Query, tenant: number): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select activated_at as at from lines
    where tenant_id = ${tenant} and activated_at is not null
    order by activated_at limit 1`.execute(db);
  return rows[0]?.at;
}
