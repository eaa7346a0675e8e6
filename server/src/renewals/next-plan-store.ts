import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { isAnyRecurring } from '../add-ons/recurring.ts';
import { linesAndPrices } from '../lines/renewable.ts';
import { hasPromo } from '../promos/using.ts';

export interface ScheduledPlan {
  id: string;
  tenant_id: number;
  line_id: string;
  plan_id: string;
  plan_name: string;
  plan_flag: number;
  /** As it was shown: no more than this is charged without notice. */
  plan_cents: number;
  noted_at: Date;
  ended_at: Date | null;
  /** An order, or `customer`. */
  ended_by: string | null;
}

interface PriceNoticeRow {
  line_id: string;
  rise_id: string;
  tenant_id: number;
  told_at: Date;
}

const tables = (db: Query) =>
  db.withTables<{ scheduled_plans: ScheduledPlan; price_notices: PriceNoticeRow }>();

export function scheduledPlan(db: Query, lineId: string): Promise<ScheduledPlan | undefined> {
  return tables(db)
    .selectFrom('scheduled_plans')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

export function scheduledPlansOf(
  db: Query,
  lineIds: readonly string[],
): Promise<Pick<ScheduledPlan, 'line_id' | 'plan_name'>[]> {
  return tables(db)
    .selectFrom('scheduled_plans')
    .select(['line_id', 'plan_name'])
    .where(sql<boolean>`line_id = any(${lineIds}::text[])`)
    .where('ended_at', 'is', null)
    .execute();
}

/** @throws a unique violation when one stands */
export async function insertScheduled(tx: Tx, row: ScheduledPlan): Promise<void> {
  await tables(tx).insertInto('scheduled_plans').values(row).execute();
}

export async function endScheduled(
  tx: Tx,
  lineId: string,
  by: string,
  now: Date,
): Promise<boolean> {
  const ended = await tables(tx)
    .updateTable('scheduled_plans')
    .set({ ended_at: now, ended_by: by })
    .where('line_id', '=', lineId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Unless another one was noted since. */
export async function resumeScheduled(tx: Tx, lineId: string, by: string): Promise<void> {
  await sql`
    update scheduled_plans set ended_at = null, ended_by = null
    where line_id = ${lineId} and ended_by = ${by} and not exists (
      select from scheduled_plans where line_id = ${lineId} and ended_at is null
    )`.execute(tx);
}

export function noticesOf(
  db: Query,
  lineId: string,
): Promise<Pick<PriceNoticeRow, 'rise_id' | 'told_at'>[]> {
  return tables(db)
    .selectFrom('price_notices')
    .select(['rise_id', 'told_at'])
    .where('line_id', '=', lineId)
    .execute();
}

/** What a line's next payment may hold besides its plan: most have none of it. */
export interface Extras {
  /** A plan that was noted (K09). */
  readonly plan: boolean;
  /** Prices that it was told of (K07). */
  readonly notices: boolean;
  readonly promo: boolean;
  readonly addOns: boolean;
}

/** In one statement; what there is is read then. */
export async function extrasOf(db: Query, lineId: string): Promise<Extras> {
  const { rows } = await sql<Extras>`
    select exists (
        select from scheduled_plans where line_id = ${lineId} and ended_at is null
      ) as plan,
      exists (select from price_notices where line_id = ${lineId}) as notices,
      ${hasPromo(lineId)} as promo, ${isAnyRecurring(lineId)} as "addOns"`.execute(db);
  return rows[0] ?? mayHaveAll;
}

export const mayHaveAll: Extras = { plan: true, notices: true, promo: true, addOns: true };

export interface DearerLine {
  id: string;
  /** What the line pays now. */
  cents: number;
  plan_name: string;
}

/**
 * The next lines, by id, that have or get the plan for less, and were not told of this rise. @param
 * after the last one that was looked at: otherwise each batch walks past all before it
 */
export async function dearerLines(
  db: Query,
  rise: { id: string; tenant: number; planId: string; cents: number },
  { after, limit }: { after: string; limit: number },
): Promise<DearerLine[]> {
  const { id, tenant, planId, cents } = rise;
  const { rows } = await sql<DearerLine>`
    select line.id, coalesce(next.plan_cents, line.price_cents) as cents,
      coalesce(next.plan_name, line.plan_name) as plan_name
    from (${linesAndPrices}) as line
    left join scheduled_plans as next
      on next.line_id = line.id and next.ended_at is null and next.plan_id = ${planId}
    where line.tenant_id = ${tenant} and line.id > ${after}
      and (line.last_plan_id = ${planId} or next.line_id is not null)
      and coalesce(next.plan_cents, line.price_cents) < ${cents}
      and not exists (
        select from price_notices where line_id = line.id and rise_id = ${id}
      )
    order by line.id limit ${limit}`.execute(db);
  return rows;
}

/** False when another process has told it. */
export async function insertNotice(tx: Tx, row: PriceNoticeRow): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('price_notices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['line_id', 'rise_id']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
