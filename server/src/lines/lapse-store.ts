import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../db/database.ts';
import { isKeptLine } from './kept-store.ts';
import { DAYS_AFTER_MOVE, DAYS_TO_PAY } from './number-kept.ts';
import type { KeptDays } from '../brands/brands.ts';

export interface UnpaidLine {
  id: string;
  tenant_id: number;
  customer_id: string;
  mdn: string;
  paid_until: Date;
  paused_at: Date;
  has_moved: boolean;
  /** The last stage that has passed unannounced. */
  days: number;
  /** After so many its number is given up. */
  kept_days: number;
}

export interface Stages {
  tenant: number;
  /** Days after the paid time, ascending, as far as the number is kept for longer. */
  reminders: readonly number[];
  /** Then the line ends. */
  keptDays: number;
  keptDaysBefore: readonly KeptDays[];
  /** Asked of `lines`: a payment on the way is waited for. */
  isBeingPaid: RawBuilder<boolean>;
}

/** For how long the line of a suspension is kept; see `keptDaysOf`. */
const kept = ({ keptDays, keptDaysBefore }: Stages) => {
  if (keptDaysBefore.length === 0) return sql<number>`${keptDays}::int`;
  const before = {
    days: keptDaysBefore.map(({ days }) => days),
    until: keptDaysBefore.map(({ until }) => until.toISOString()),
  };
  return sql<number>`greatest(${keptDays}::int, (
    select max(days) from unnest(${before.days}::int[], ${before.until}::timestamptz[])
      as promised (days, until)
    where since < until
  ))`;
};

/** A day of 24 hours, as everywhere: the database's time zone may change its clock. */
const DAY = sql`interval '24 hours'`;

/** Paused as it went to who left its holder. */
const hasMoved = sql<boolean>`(since is not distinct from own_since)`;

/** When a stage is due; see `numberKeptUntil`. */
const due = sql<Date>`greatest(
  paid_until + stage * ${DAY},
  case when stage = kept_days then since + ${DAY}
    * case when ${hasMoved} then ${DAYS_AFTER_MOVE}::int else least(kept_days, ${DAYS_TO_PAY}::int) end
  end
)`;

/** Its number is not given up while somebody pays, or the line is kept. */
const mayPass = ({ isBeingPaid }: Stages) => sql`(stage < kept_days
  or not (${isBeingPaid} or ${isKeptLine('lines.id')}))`;

const isUnpaid = sql`exists (
  select from line_suspensions where line_id = lines.id and reason = 'unpaid'
)`;

/** One that its customer ends is not paused first. */
const goesOn = sql`not exists (select from line_endings where line_id = lines.id)`;

/**
 * Of lines that are not paused for it yet. Those that are may be many, and their time was over first,
 * so that an index of all would be walked past them.
 */
const active = sql`select id from lines where status = 'active'`;
const pausedOtherwise = sql`
  select id from lines join line_suspensions on line_id = id and reason <> 'unpaid'
  where status = 'suspended' and not ${isUnpaid}`;

export interface LapsedLine extends UnpaidLine {
  /** What was paid for last was given back, and with it went the days. */
  was_refunded: boolean;
}

const wasRefunded = sql<boolean>`exists (
  select from line_periods
  where line_id = lines.id and (taken_back_at >= paid_until
    -- Before the line began.
    or (taken_back_at is not null and paid_until = activated_at))
)`;

/** Locks some lines whose paid time is over. */
export async function lockLapsed(tx: Tx, now: Date, limit: number): Promise<LapsedLine[]> {
  const { rows } = await sql<LapsedLine>`
    select id, tenant_id, customer_id, mdn, paid_until, ${now}::timestamptz as paused_at,
      false as has_moved, ${wasRefunded} as was_refunded, 0 as days, 0 as kept_days
    from lines
    where status in ('active', 'suspended') and paid_until <= ${now} and not ${isUnpaid} and ${goesOn}
      and id = any(array(${active} and paid_until <= ${now} union all ${pausedOtherwise}))
    order by paid_until limit ${limit} for update skip locked`.execute(tx);
  return rows;
}

const leaving = sql`select line_id from line_work where 'port_out' in (what, next)`;
/** A number on its way to another carrier is not given up under its hands. */
const stays = sql`not exists (${leaving} and line_work.line_id = lines.id)`;

/** Locks some unpaid lines of a tenant that have come to a stage. */
export async function lockDue(
  tx: Tx,
  stages: Stages,
  now: Date,
  limit: number,
): Promise<UnpaidLine[]> {
  const { rows } = await sql<UnpaidLine>`
    select lines.id, lines.tenant_id, customer_id, mdn, paid_until, since as paused_at,
      ${hasMoved} as has_moved, passed.*
    from lines join line_suspensions on line_id = lines.id and reason = 'unpaid'
    cross join lateral (
      select max(stage) as days, max(kept_days) as kept_days
      from (select ${kept(stages)} as kept_days) as promise
      cross join lateral unnest(${stages.reminders}::int[] || kept_days) as stage
      where stage <= kept_days and stage > reminded_days and ${due} <= ${now} and ${mayPass(stages)}
    ) as passed
    where lines.tenant_id = ${stages.tenant} and status = 'suspended' and ${stays}
      and passed.days is not null
    order by paid_until limit ${limit} for update of lines skip locked`.execute(tx);
  return rows;
}

export async function noteReminded(tx: Tx, lineId: string, days: number): Promise<void> {
  await sql`update line_suspensions set reminded_days = ${days}
    where line_id = ${lineId} and reason = 'unpaid'`.execute(tx);
}

export const nextLapse = sql<Date | null>`least((
  select paid_until from lines where status = 'active' and not ${isUnpaid} and ${goesOn}
  order by paid_until limit 1
), (
  select min(paid_until) from lines where id in (${pausedOtherwise}) and ${goesOn}
))`;

/** Of each line its next stage only: later ones are due later. */
export const nextStage = (stages: Stages) => sql<Date | null>`(
  select min(${due})
  from (
    select line_id, since, reminded_days, ${kept(stages)} as kept_days
    from line_suspensions where reason = 'unpaid' and tenant_id = ${stages.tenant} offset 0
  ) as suspended
  join lines on lines.id = line_id and lines.tenant_id = ${stages.tenant}
    and status = 'suspended'
  cross join lateral (select ${nextOf(stages)} as stage offset 0) as next
  where lines.id not in (${leaving}) and ${mayPass(stages)}
)`;

/** The first reminder that was not sent, or the end; a sum over each line's stages takes longer. */
const nextOf = ({ reminders }: Stages) => {
  const cases = reminders.map(
    (days) =>
      sql`when ${days}::int > reminded_days and ${days}::int <= kept_days then ${days}::int`,
  );
  return sql<number | null>`case ${sql.join(cases, sql` `)}
    when kept_days > reminded_days then kept_days end`;
};
