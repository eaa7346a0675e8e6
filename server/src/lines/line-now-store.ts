import type { StreetAddress } from '@portside/contract/street-address';
import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

export type LineNowRow = {
  id: string;
  address: StreetAddress | null;
  /** Paid for, and no time of it is written down. */
  lacksPeriod: boolean;
} & (
  | { number: number; planId: string; from: Date; to: Date }
  | { number: null; planId: null; from: null; to: null }
);

export interface PeriodOfLine {
  lineId: string;
  number: number;
  planId: string;
  from: Date;
  to: Date;
}

/** Of each line, what ran in a time, in their order. */
export async function periodsIn(
  db: Query,
  times: readonly { lineId: string; from: Date; to: Date }[],
): Promise<PeriodOfLine[]> {
  const ids = times.map((one) => one.lineId);
  const from = times.map((one) => one.from.toISOString());
  const to = times.map((one) => one.to.toISOString());
  const { rows } = await sql<PeriodOfLine>`
    select line_id as "lineId", number, plan_id as "planId", starts_at as "from", ends_at as "to"
    from unnest(${ids}::text[], ${from}::timestamptz[], ${to}::timestamptz[])
      as asked (id, since, until)
    join line_periods on line_id = asked.id and taken_back_at is null
      and starts_at < until and ends_at > since
    order by line_id, number`.execute(db);
  return rows;
}

/** A customer's lines, and those that they were given (P04), with the paid period that runs. */
export async function linesNow(
  db: Query,
  { tenant, customerId }: Owner,
  ids: readonly string[],
  now: Date,
): Promise<LineNowRow[]> {
  const { rows } = await sql<LineNowRow>`
    select lines.id, 
      case when coalesce(address_customer_id, lines.customer_id) = ${customerId}
        then service_address end as address,
      running.number, running.plan_id as "planId",
      running.starts_at as "from", running.ends_at as "to",
      running.number is null and paid_until is not null and not exists (
        select from line_periods where line_id = lines.id and taken_back_at is null
          and starts_at is not null and ends_at is not null
      ) as "lacksPeriod"
    from lines
    left join lateral (
      select number, plan_id, starts_at, ends_at from line_periods
      where line_id = lines.id and taken_back_at is null
        and starts_at <= ${now} and ends_at > ${now}
      order by number desc limit 1
    ) as running on true
    where lines.tenant_id = ${tenant} and (lines.customer_id = ${customerId} or exists (
        select from line_members where line_members.line_id = lines.id
          and member_customer_id = ${customerId} and state = 'accepted'
      ))
      and lines.id = any(${ids}::text[])`.execute(db);
  return rows;
}
