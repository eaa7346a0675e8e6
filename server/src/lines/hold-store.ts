import type { HoldDays } from '@portside/contract/line-hold';
import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

/** `not_done`: the network never paused the line for it. */
export type WhyOver = 'taken_off' | 'time' | 'refunded' | 'line_ended' | 'not_done';

interface HoldTable {
  id: string;
  tenant_id: number;
  line_id: string;
  days: HoldDays;
  /** Each so many days of it that have begun cost one paid day. */
  day_for_each: number;
  began_at: Date;
  until: Date;
  /** Since then the network has it paused. */
  confirmed_at: Generated<Date | null>;
  /** The customer was told that it is back soon. */
  told_at: Generated<Date | null>;
  over_at: Generated<Date | null>;
  why_over: Generated<WhyOver | null>;
}

export type HoldRow = Selectable<HoldTable>;

const tables = (db: Query) => db.withTables<{ line_holds: HoldTable }>();

export const isOnHold = sql<boolean>`exists (
  select from line_holds where line_holds.line_id = lines.id and over_at is null
)`;

export function openHold(db: Query, lineId: string): Promise<HoldRow | undefined> {
  return tables(db)
    .selectFrom('line_holds')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('over_at', 'is', null)
    .executeTakeFirst();
}

/** Of these lines, when those on hold are back by themselves. */
export async function heldUntils(
  db: Query,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await tables(db)
    .selectFrom('line_holds')
    .select(['line_id', 'until'])
    .where(sql<boolean>`line_id = any(${lineIds}::text[])`)
    .where('over_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.line_id, row.until]));
}

export async function insertHold(tx: Tx, row: Insertable<HoldTable>): Promise<void> {
  await tables(tx).insertInto('line_holds').values(row).execute();
}

/** @returns undefined when there is none, or it was confirmed before */
export function confirmHold(tx: Tx, lineId: string, now: Date): Promise<HoldRow | undefined> {
  return tables(tx)
    .updateTable('line_holds')
    .set({ confirmed_at: now })
    .where('line_id', '=', lineId)
    .where('over_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export function closeHold(
  tx: Tx,
  lineId: string,
  over: { at: Date; why: WhyOver },
): Promise<HoldRow | undefined> {
  return tables(tx)
    .updateTable('line_holds')
    .set({ over_at: over.at, why_over: over.why })
    .where('line_id', '=', lineId)
    .where('over_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function noteTold(tx: Tx, id: string, now: Date): Promise<void> {
  await tables(tx).updateTable('line_holds').set({ told_at: now }).where('id', '=', id).execute();
}

/** For so many milliseconds the line was on hold since then, holds that are over. */
export async function heldFor(db: Query, lineId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select coalesce(sum(extract(epoch from least(over_at, until) - began_at)) * 1000, 0)::float8
      as time
    from line_holds
    where line_id = ${lineId} and over_at > ${since} and confirmed_at is not null`.execute(db);
  return rows[0]?.time ?? 0;
}

/** Lines that the network did not pause for their hold, asked before then. */
export async function linesNotHeld(db: Query, before: Date, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('line_holds')
    .select('line_id')
    .where('over_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .where('began_at', '<=', before)
    .limit(limit)
    .execute();
  return rows.map((row) => row.line_id);
}

/** Lines whose hold is over by then, the first one first. */
export async function linesBackBy(db: Query, now: Date, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('line_holds')
    .select('line_id')
    .where('over_at', 'is', null)
    .where('until', '<=', now)
    .orderBy('until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.line_id);
}

/** Lines that are back by then, and whose customers don't know yet that it is soon. */
export async function linesBackSoon(db: Query, before: Date, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('line_holds')
    .select('line_id')
    .where('over_at', 'is', null)
    .where('told_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .where('until', '<=', before)
    .orderBy('until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.line_id);
}

/** Milliseconds: before the end, and after the beginning. */
export const nextOfHolds = (times: { tellsBefore: number; givenUpAfter: number }) => {
  const step = (time: number) => sql`${time}::float8 * interval '1 millisecond'`;
  return sql<Date | null>`(
    select min(case
      when confirmed_at is null then least(until, began_at + ${step(times.givenUpAfter)})
      when told_at is null then until - ${step(times.tellsBefore)}
      else until end)
    from line_holds where over_at is null
  )`;
};
