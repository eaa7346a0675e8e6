import { sql, type RawBuilder } from 'kysely';
import type { DaySpan } from '../brands/time-zone.ts';
import type { Query } from '../db/database.ts';
import { dayIn } from '../db/day-in.ts';
import type { BillLine } from './bill-lines.ts';

/** Cents. */
export interface BillsOfDay {
  day: string;
  bills: number;
  billed: number;
  charged: number;
  elsewhere: number;
}

const paidBills = ({ tenant, from, before }: DaySpan) => sql`
  from transactions where tenant_id = ${tenant} and successful
    and transaction_time >= ${from} and transaction_time < ${before}`;

const totalOf = (name: string) => sql`(amounts->>${sql.lit(name)})::bigint`;

export async function billsByDay(db: Query, span: DaySpan): Promise<BillsOfDay[]> {
  const { rows } = await sql<BillsOfDay>`
    select ${dayIn(sql`transaction_time`, span.timeZone)} as day, count(*)::int as bills,
      sum(${totalOf('orderTotal')} + ${totalOf('taxAmount')} + ${totalOf('regulatoryFee')}
        + ${totalOf('activationFee')} - ${totalOf('discountAmount')})::float8 as billed,
      sum(final_cents)::float8 as charged,
      coalesce(sum(final_cents) filter (where charge_id is null), 0)::float8 as elsewhere
    ${paidBills(span)} group by 1`.execute(db);
  return rows;
}

export interface BillLineSum {
  place: string;
  kind: BillLine['kind'];
  /** What a line of kind `other` is of. */
  of: string;
  name: string;
  cents: number;
}

/** A bill of an earlier version says its place in a line at most. */
const sums = (bills: RawBuilder<unknown>) => sql<BillLineSum>`
  select coalesce(amounts->>'place',
      jsonb_path_query_first(amounts, '$.lines[*].place') #>> '{}', '') as place,
    line->>'kind' as kind, coalesce(line->>'of', '') as of,
    coalesce(line->>'place', line->>'text', '') as name, sum((line->>'cents')::bigint)::float8 as cents
  from (select amounts ${bills}) as bills, jsonb_array_elements(amounts->'lines') as line
  where coalesce(line->>'of', line->>'kind') not in ('credit', 'credit_left', 'unused_days')
  group by 1, 2, 3, 4`;

export async function linesBilled(db: Query, span: DaySpan): Promise<BillLineSum[]> {
  return (await sums(paidBills(span)).execute(db)).rows;
}

/** Of bills all of whose money went back in that time. */
export async function linesReturned(db: Query, span: DaySpan): Promise<BillLineSum[]> {
  const { tenant, from, before } = span;
  const returned = sql`from charges
    where tenant_id = ${tenant} and returned_at >= ${from} and returned_at < ${before}`;
  return (await sums(returned).execute(db)).rows;
}

export interface BackOfDay {
  day: string;
  refunded: number;
  toCredit: number;
  byHand: number;
}

export async function backByDay(db: Query, span: DaySpan): Promise<BackOfDay[]> {
  const { tenant, from, before, timeZone } = span;
  const { rows } = await sql<BackOfDay>`
    select ${dayIn(sql`settled_at`, timeZone)} as day,
      coalesce(sum(amount_cents) filter (where status = 'refunded'), 0)::float8 as refunded,
      coalesce(sum(amount_cents) filter (where status = 'by_hand' and note = 'credit'), 0)::float8
        as "toCredit",
      coalesce(sum(amount_cents) filter (where status = 'by_hand' and note <> 'credit'), 0)::float8
        as "byHand"
    from refunds
    where tenant_id = ${tenant} and settled_at >= ${from} and settled_at < ${before}
      and status in ('refunded', 'by_hand')
    group by 1`.execute(db);
  return rows;
}

interface CentsOfDay {
  day: string;
  cents: number;
}

/** What banks took back for good. */
export async function lostByDay(db: Query, span: DaySpan): Promise<CentsOfDay[]> {
  const { tenant, from, before, timeZone } = span;
  const { rows } = await sql<CentsOfDay>`
    select ${dayIn(sql`updated_at`, timeZone)} as day, sum(amount_cents)::float8 as cents
    from disputes
    where tenant_id = ${tenant} and updated_at >= ${from} and updated_at < ${before}
      and status in ('won', 'lost', 'closed') and status = 'lost'
    group by 1`.execute(db);
  return rows;
}

/** What came in for no order, by when it was found; and what of it went back. A handful at most. */
export async function straysByDay(
  db: Query,
  span: DaySpan,
): Promise<{ day: string; charged: number; refunded: number }[]> {
  const { tenant, from, before, timeZone } = span;
  const at = (column: RawBuilder<unknown>) => sql`
    tenant_id = ${tenant} and ${column} >= ${from} and ${column} < ${before}`;
  const { rows } = await sql<{ day: string; charged: number; refunded: number }>`
    select day, sum(charged)::float8 as charged, sum(refunded)::float8 as refunded from (
      select ${dayIn(sql`found_at`, timeZone)} as day, amount_cents as charged, 0 as refunded
      from stray_charges where ${at(sql`found_at`)}
      union all
      select ${dayIn(sql`settled_at`, timeZone)}, 0, amount_cents
      from stray_charges where ${at(sql`settled_at`)} and status = 'returned'
    ) as strays group by 1`.execute(db);
  return rows;
}
