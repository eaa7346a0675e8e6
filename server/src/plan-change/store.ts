import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

/** `returned`: its order's money went back while the carrier was asked. */
type ChangeState = 'planned' | 'asked' | 'returned' | 'done' | 'refused' | 'dropped';

export interface PlanChangeRow {
  /** The carrier's key. */
  id: string;
  tenant_id: number;
  line_id: string;
  order_id: string;
  /** `back`: what an order had changed is taken back. */
  way: 'now' | 'renewal' | 'back';
  plan_id: string;
  plan_name: string;
  plan_flag: number;
  from_plan_id: string;
  from_plan_name: string;
  from_plan_flag: number;
  begins_at: Date;
  state: ChangeState;
  created_at: Date;
  updated_at: Date;
}

const tables = (db: Query) => db.withTables<{ plan_changes: PlanChangeRow }>();

export async function insertChange(tx: Tx, row: PlanChangeRow): Promise<void> {
  await tables(tx).insertInto('plan_changes').values(row).execute();
}

export function changeById(db: Query, id: string): Promise<PlanChangeRow | undefined> {
  return tables(db).selectFrom('plan_changes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What an order changed, not what took it back. */
export function changeOfOrder(db: Query, orderId: string): Promise<PlanChangeRow | undefined> {
  return tables(db)
    .selectFrom('plan_changes')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('way', '!=', 'back')
    .executeTakeFirst();
}

export function changesOfOrders(
  db: Query,
  orderIds: readonly string[],
): Promise<Pick<PlanChangeRow, 'id' | 'order_id'>[]> {
  return tables(db)
    .selectFrom('plan_changes')
    .select(['id', 'order_id'])
    .where(sql<boolean>`order_id = any(${orderIds}::text[])`)
    .where('way', '!=', 'back')
    .execute();
}

/** What the carrier was not told yet, the next one first. */
export function openChange(db: Query, lineId: string): Promise<PlanChangeRow | undefined> {
  return tables(db)
    .selectFrom('plan_changes')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('state', 'in', ['planned', 'asked'])
    .orderBy('begins_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}

/** The caller holds the line. @returns false when it has moved on */
export async function moveChange(
  tx: Tx,
  id: string,
  from: readonly ChangeState[],
  to: ChangeState,
  now: Date,
): Promise<boolean> {
  const moved = await tables(tx)
    .updateTable('plan_changes')
    .set({ state: to, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** Its period was moved. The caller holds the line. */
export async function beginEarlier(tx: Tx, id: string, begins_at: Date): Promise<void> {
  await tables(tx)
    .updateTable('plan_changes')
    .set({ begins_at })
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .where('begins_at', '>', begins_at)
    .execute();
}

/** A hold of the line begins or ends. */
export async function moveChanges(
  tx: Tx,
  { lineId, by, now }: { lineId: string; by: number; now: Date },
): Promise<void> {
  await sql`
    update plan_changes
    set begins_at = begins_at + ${by}::float8 * interval '1 millisecond'
    where line_id = ${lineId} and state = 'planned' and begins_at > ${now}`.execute(tx);
}

const AT_ONCE = 500;

export async function dueChanges(db: Query, now: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('plan_changes')
    .select('id')
    .where('state', '=', 'planned')
    .where('begins_at', '<=', now)
    .orderBy('begins_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => row.id);
}

/** Asked long ago, and still without an answer. */
export async function unansweredChanges(db: Query, before: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('plan_changes')
    .select('id')
    .where('state', 'in', ['asked', 'returned'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => row.id);
}

/** When something is to be done next: a change begins, or is asked again `after` milliseconds. */
export const nextStep = (after: number) => sql<Date | null>`(
  select least(
    (select min(begins_at) from plan_changes where state = 'planned'),
    (select min(updated_at) from plan_changes where state in ('asked', 'returned'))
      + ${after}::float8 * interval '1 millisecond'
  )
)`;
