import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import type { OrderConversion } from './period-value.ts';

interface PeriodTable {
  id: string;
  tenant_id: number;
  line_id: string;
  number: number;
  /** Null before the line has begun. */
  starts_at: Date | null;
  ends_at: Date | null;
  plan_id: string;
  plan_name: string;
  /** What was paid, after a discount. */
  price_cents: number;
  paid_cents: number;
  order_id: string | null;
  taken_back_at: Date | null;
  created_at: Date;
  /** Of one that a plan change cut short: what it was, by which order, and what became credit. */
  was_from: Generated<Date | null>;
  was_to: Generated<Date | null>;
  cut_by: Generated<string | null>;
  cut_cents: Generated<number | null>;
  /** The plan's share of what went back of its payment. */
  refunded_cents: Generated<number>;
  /** Of one that came with a line from another account: the period that was paid for. */
  handed_from: Generated<string | null>;
}

export type PeriodRow = Selectable<PeriodTable>;

const AT_END = 'end of ';

const tables = (db: Query) => db.withTables<{ line_periods: PeriodTable }>();

export function periodsOf(db: Query, lineId: string): Promise<PeriodRow[]> {
  return tables(db)
    .selectFrom('line_periods')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('taken_back_at', 'is', null)
    .orderBy('number')
    .execute();
}

/** Of a period that stands. */
export type KnownPeriod = Pick<
  PeriodRow,
  | 'number'
  | 'plan_id'
  | 'plan_name'
  | 'price_cents'
  | 'paid_cents'
  | 'refunded_cents'
  | 'cut_cents'
  | 'order_id'
  | 'handed_from'
> & {
  /** ISO 8601 where it came as JSON. */
  readonly starts_at: Date | string | null;
  readonly ends_at: Date | string | null;
};

/** Asked of `lines`, for their own statement. */
export const periodsOfLine = sql<KnownPeriod[] | null>`(
  select json_agg(json_build_object('number', number, 'starts_at', starts_at, 'ends_at', ends_at,
    'plan_id', plan_id, 'plan_name', plan_name, 'price_cents', price_cents,
    'paid_cents', paid_cents, 'refunded_cents', refunded_cents, 'cut_cents', cut_cents,
    'order_id', order_id, 'handed_from', handed_from) order by number)
  from line_periods where line_id = lines.id and taken_back_at is null
)`;

export async function insertPeriod(tx: Tx, row: Insertable<PeriodTable>): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('line_periods')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['line_id', 'number']).where('taken_back_at', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Those that were paid before the line worked, one after the other. @returns how many */
export async function beginPeriods(
  tx: Tx,
  lineId: string,
  { now, each }: { now: Date; each: number },
): Promise<number> {
  const since = sql<Date>`${now}::timestamptz + (number - 1) * ${each}::float8 * interval '1 millisecond'`;
  const begun = await tables(tx)
    .updateTable('line_periods')
    .set({
      starts_at: since,
      ends_at: sql<Date>`${since} + ${each}::float8 * interval '1 millisecond'`,
    })
    .where('line_id', '=', lineId)
    .where('starts_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
  return Number(begun.numUpdatedRows);
}

export async function movePeriod(
  tx: Tx,
  lineId: string,
  number: number,
  time: { from: Date; to: Date },
): Promise<void> {
  await tables(tx)
    .updateTable('line_periods')
    .set({ starts_at: time.from, ends_at: time.to })
    .where('line_id', '=', lineId)
    .where('number', '=', number)
    .where('taken_back_at', 'is', null)
    .execute();
}

/** A hold begins or ends. What was paid during it stays, unless it begins later. */
export async function movePeriods(
  tx: Tx,
  { lineId, by, now, since }: { lineId: string; by: number; now: Date; since: Date },
): Promise<void> {
  const step = sql`${by}::float8 * interval '1 millisecond'`;
  await sql`
    update line_periods set ends_at = ends_at + ${step},
      starts_at = case when starts_at > ${now} then starts_at + ${step} else starts_at end
    where line_id = ${lineId} and taken_back_at is null and ends_at > ${now}
      and (created_at <= ${since} or starts_at > ${now})`.execute(tx);
  // What was cut short may come back.
  await sql`
    update line_periods set was_to = was_to + ${step},
      was_from = case when was_from > ${now} then was_from + ${step} else was_from end
    where line_id = ${lineId} and taken_back_at is null and was_to > ${now}`.execute(tx);
}

export async function takeBackPeriod(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const taken = await tables(tx)
    .updateTable('line_periods')
    .set({ taken_back_at: now })
    .where('order_id', '=', orderId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** All that was paid for it was given back. */
export async function isTakenBack(tx: Tx, lineId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select count(*) > 0 and bool_and(taken_back_at is not null) as found
    from line_periods where line_id = ${lineId}`.execute(tx);
  return rows[0]?.found ?? false;
}

/** Ends a period now; one that has not begun never does. */
export async function cutPeriod(
  tx: Tx,
  { line_id, number }: Pick<PeriodRow, 'line_id' | 'number'>,
  cut: { now: Date; by: string; cents: number },
): Promise<void> {
  const { now, by, cents } = cut;
  await sql`
    update line_periods set was_from = starts_at, was_to = ends_at, cut_by = ${by},
      cut_cents = ${cents}, starts_at = least(starts_at, ${now}::timestamptz), ends_at = ${now}
    where line_id = ${line_id} and number = ${number} and taken_back_at is null`.execute(tx);
}

export async function uncutPeriods(tx: Tx, lineId: string, by: string): Promise<void> {
  await sql`
    update line_periods set starts_at = was_from, ends_at = was_to, was_from = null, was_to = null,
      cut_by = null, cut_cents = null
    where line_id = ${lineId} and cut_by = ${by} and taken_back_at is null`.execute(tx);
}

/** A period that nothing followed gives back the days that it cut, unless they were taken back. */
export async function conversionsOnLine(
  db: Query,
  lineId: string,
  orderIds: readonly string[],
): Promise<(OrderConversion & { orderId: string })[]> {
  const { rows } = await sql<OrderConversion & { orderId: string }>`
    with periods as (select * from line_periods where line_id = ${lineId}),
      last as (
        select order_id from periods where taken_back_at is null order by number desc limit 1
      )
    select one as "orderId",
      coalesce(sum(cut_cents) filter (where order_id = one), 0)::int as "ofIt",
      coalesce(sum(cut_cents) filter (where order_id = one and starts_with(cut_by, ${AT_END})), 0)::int
        as "atEnd",
      coalesce(sum(cut_cents) filter (where cut_by = one), 0)::int as "byIt",
      coalesce(sum(cut_cents) filter (where cut_by = one and (taken_back_at is not null
        or (select order_id from last) is distinct from one)), 0)::int as "byItForGood"
    from unnest(${orderIds}::text[]) as one join periods on one in (order_id, cut_by)
    group by one`.execute(db);
  return rows;
}

/** Of each order's periods on each line, what became credit or another plan. */
export async function conversionsOf(
  db: Query,
  orderIds: readonly string[],
): Promise<{ orderId: string; lineId: string; cents: number }[]> {
  const { rows } = await sql<{ orderId: string; lineId: string; cents: number }>`
    select order_id as "orderId", line_id as "lineId", sum(cut_cents)::int as cents
    from line_periods where order_id = any(${orderIds}::text[]) and cut_cents is not null
    group by order_id, line_id`.execute(db);
  return rows;
}

/** Rounded half up to the cent. */
export async function setRefunded(
  tx: Tx,
  parts: readonly { orderId: string; backCents: number; grossCents: number }[],
): Promise<void> {
  await sql`
    update line_periods set refunded_cents = case when gross <= 0 then 0 else
      least(paid_cents, (2 * paid_cents::bigint * back + gross) / (2 * gross)) end
    from unnest(${parts.map((one) => one.orderId)}::text[],
      ${parts.map((one) => one.backCents)}::bigint[],
      ${parts.map((one) => one.grossCents)}::bigint[]) as part (id, back, gross)
    where order_id = part.id and taken_back_at is null`.execute(tx);
}

export async function conversionsWithoutOrder(
  db: Query,
  { tenant, customerId }: Owner,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cut_cents), 0)::int as cents from line_periods
    where order_id is null and line_id in (
      select id from lines where tenant_id = ${tenant} and customer_id = ${customerId}
    )`.execute(db);
  return rows[0]?.cents ?? 0;
}

export async function ordersOfPeriods(db: Query, lineId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('line_periods')
    .select('order_id')
    .where('line_id', '=', lineId)
    .where('taken_back_at', 'is', null)
    .orderBy('number')
    .execute();
  return rows.flatMap((row) => row.order_id ?? []);
}

export async function setPeriodPlan(
  tx: Tx,
  orderId: string,
  values: Pick<PeriodRow, 'plan_id' | 'plan_name' | 'price_cents' | 'paid_cents'>,
): Promise<void> {
  await tables(tx)
    .updateTable('line_periods')
    .set({ ...values, refunded_cents: sql`least(refunded_cents, ${values.paid_cents}::int)` })
    .where('order_id', '=', orderId)
    .where('taken_back_at', 'is', null)
    .execute();
}

/** Lines activated by an older version lack the period that runs. */
export async function addMissingPeriod(db: Query, lineId: string): Promise<void> {
  await sql`
    insert into line_periods (id, tenant_id, line_id, number, starts_at, ends_at, plan_id, plan_name,
      price_cents, paid_cents, order_id, created_at)
    select 'per_' || lines.id, tenant_id, lines.id, 1, paid_until - interval '30 days', paid_until,
      plan_id, plan_name, coalesce(plan_cents, 0), coalesce(plan_paid_cents, plan_cents, 0),
      order_id, activated_at
    from lines
    where id = ${lineId} and paid_until is not null
      and not exists (select from line_periods where line_id = ${lineId})
    on conflict do nothing`.execute(db);
}

const HANDED = 'handed over to ';

/** By what the handing over of a line cuts its periods: what is left of them is another line's. */
export const handedTo = (newLineId: string) => `${HANDED}${newLineId}`;

/** What left with lines that were handed over. Cents. */
export async function handedOn(db: Query, { tenant, customerId }: Owner): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cut_cents), 0)::int as cents from line_periods
    where starts_with(cut_by, ${HANDED}) and line_id in (
      select id from lines where tenant_id = ${tenant} and customer_id = ${customerId}
        and coalesce(handed_over_at, separated_at) is not null
    )`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** The orders that paid for periods which were handed over since. */
export async function ordersOfHanded(
  db: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tables(db)
    .selectFrom('line_periods')
    .select(['id', 'order_id'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.flatMap((row) => (row.order_id ? [[row.id, row.order_id] as const] : [])));
}

/** The same of all that a line has from another account. */
export async function ordersBehind(db: Query, lineId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct paid.order_id as id from line_periods
    join line_periods as paid on paid.id = line_periods.handed_from
    where line_periods.line_id = ${lineId} and paid.order_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

export interface HandedPeriod {
  readonly id: string;
  readonly lineId: string;
  readonly hasEnded: boolean;
  /** What became credit when its line ended. */
  readonly cents: number;
}

/** What became of an order's periods in the accounts to which their lines were handed, the first one first. */
export async function handedPeriodsOf(db: Query, orderId: string): Promise<HandedPeriod[]> {
  const to = (cutBy: string) => sql`substr(${sql.ref(cutBy)}, ${HANDED.length + 1}::int)`;
  const { rows } = await sql<HandedPeriod>`
    with recursive paid as (select id, cut_by from line_periods where order_id = ${orderId}),
      took (id) as (
        select ${to('paid.cut_by')} from paid where starts_with(cut_by, ${HANDED})
        union
        select ${to('line_periods.cut_by')} from took join line_periods on line_id = took.id
        where starts_with(cut_by, ${HANDED})
      )
    select line_periods.id, line_id as "lineId", lines.status = 'ended' as "hasEnded",
      case when starts_with(cut_by, ${AT_END}) then cut_cents else 0 end as cents
    from took join line_periods on line_id = took.id join lines on lines.id = line_id
    where handed_from in (select id from paid)
    order by line_id, number`.execute(db);
  return rows;
}

/** By what the end of a line cuts its periods. */
export const atEndOf = (lineId: string) => `${AT_END}${lineId}`;

/** What of an order's periods became credit when their line ended. Cents. */
export async function cutAtEnd(db: Query, orderId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cut_cents), 0)::int as cents from line_periods
    where order_id = ${orderId} and starts_with(cut_by, ${AT_END})`.execute(db);
  return rows[0]?.cents ?? 0;
}

export async function endedLinesOf(db: Query, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct lines.id from line_periods join lines on lines.id = line_id
    where line_periods.order_id = ${orderId} and lines.status = 'ended'`.execute(db);
  return rows.map(({ id }) => id);
}
