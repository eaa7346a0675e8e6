import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { goingOn, linesOfHolder } from '../lines/renewable.ts';

/** Days before the end of what is paid. */
const REMINDERS = [7, 3, 1] as const;
type Stage = (typeof REMINDERS)[number];

export interface DueReminder {
  id: string;
  paid_until: Date;
  /** The last stage that has come. */
  stage: Stage;
}

const DAY = sql`interval '24 hours'`;

const stages = [...REMINDERS];

/** Told for the same end of what is paid; a new end begins anew. */
const isUntold = sql`stage < coalesce((
  select told_days from pay_reminders
  where line_id = going.id and pay_reminders.paid_until = going.paid_until
), ${Number.MAX_SAFE_INTEGER}::bigint)`;

const paysByHand = sql`not exists (
  select from line_autopay where line_autopay.line_id = going.id and is_on
)`;

/** What was told last of the same end. */
const told = sql`left join pay_reminders as told
  on told.line_id = going.id and told.paid_until = going.paid_until`;

/** Of lines that go on, without autopay, the stage that has come and is not told. */
export async function dueReminders(db: Query, now: Date, limit: number): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select going.id, going.paid_until, stage
    from (${goingOn}) as going ${told} cross join lateral (
      select min(each) as stage from unnest(${stages}::int[]) as each
      where going.paid_until - each * ${DAY} <= ${now}
    ) as come
    where going.paid_until > ${now} and going.paid_until <= ${now}::timestamptz + 7 * ${DAY}
      and (told_days is null or stage < told_days) and ${paysByHand}
    order by going.paid_until limit ${limit}`.execute(db);
  return rows;
}

/** Of the customer's other lines, what falls due by then. */
export async function othersDue(
  db: Query,
  { id, owner }: { id: string; owner: Owner },
  until: Date,
): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select going.id, going.paid_until, min(stage) as stage
    from (${goingOn}) as going cross join unnest(${stages}::int[]) as stage
    where going.id <> ${id} and going.id in (${linesOfHolder(owner)})
      and going.paid_until > ${until} and going.paid_until - stage * ${DAY} <= ${until}
      and ${isUntold} and ${paysByHand}
    group by going.id, going.paid_until
    order by going.paid_until`.execute(db);
  return rows;
}

/** False when it is told, paid, or no longer due. */
export async function noteReminded(tx: Tx, tenant: number, due: DueReminder): Promise<boolean> {
  const { rows } = await sql`
    insert into pay_reminders (line_id, tenant_id, paid_until, told_days)
    select going.id, ${tenant}, going.paid_until, stage
    from (${goingOn}) as going cross join (values (${due.stage}::int)) as one (stage)
    where going.id = ${due.id} and going.paid_until = ${due.paid_until}
      and ${isUntold} and ${paysByHand}
    on conflict (line_id) do update
      set paid_until = excluded.paid_until, told_days = excluded.told_days
      where pay_reminders.paid_until <> excluded.paid_until
        or pay_reminders.told_days > excluded.told_days
    returning line_id`.execute(tx);
  return rows.length > 0;
}

export const nextReminder = sql<Date | null>`(
  select min(going.paid_until - stage * ${DAY})
  from (${goingOn}) as going ${told} cross join lateral (
    select max(each) as stage from unnest(${stages}::int[]) as each
    where told_days is null or each < told_days
  ) as next
  where ${paysByHand}
)`;
