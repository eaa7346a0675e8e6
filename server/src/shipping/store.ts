import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

/** `lost`: another one was mailed in its place. */
type State = 'preparing' | 'mailed' | 'arrived' | 'activated' | 'lost' | 'stopped';

export interface ShipmentRow {
  id: string;
  tenant_id: number;
  line_id: string;
  /** Of a card that takes the place of the SIM that the line has. */
  replacement_id: string | null;
  state: State;
  recipient: string;
  /** Its lines, until it is over. */
  address: string | null;
  /** Empty while it is prepared. */
  iccid: string;
  carrier: string;
  tracking_number: string;
  mailed_by: string;
  asked_at: Date;
  mailed_at: Date | null;
  arrived_at: Date | null;
  /** Then a new line begins without its customer. */
  starts_at: Date | null;
  late_told_at: Date | null;
  ended_at: Date | null;
}

const tables = (db: Query) => db.withTables<{ sim_shipments: ShipmentRow }>();
const rows = (db: Query) => tables(db).selectFrom('sim_shipments').selectAll();

/** Not while another one of the line is under way. */
export async function insert(tx: Tx, row: ShipmentRow): Promise<void> {
  await tables(tx)
    .insertInto('sim_shipments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function find(db: Query, id: string): Promise<ShipmentRow | undefined> {
  return rows(db).where('id', '=', id).executeTakeFirst();
}

/** Lock its line first. */
export function lock(tx: Tx, id: string): Promise<ShipmentRow | undefined> {
  return rows(tx).where('id', '=', id).where('ended_at', 'is', null).forUpdate().executeTakeFirst();
}

/** Of these SIM changes: nothing is mailed any more, and nothing says to whom it was, and where. */
export async function forgetCards(
  tx: Tx,
  replacementIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`update sim_shipments set recipient = '', address = null,
      state = case when ended_at is null then 'stopped' else state end,
      ended_at = coalesce(ended_at, ${now})
    where replacement_id = any(${replacementIds}::text[])`.execute(tx);
}

export function latestOf(db: Query, lineId: string): Promise<ShipmentRow | undefined> {
  return rows(db)
    .where('line_id', '=', lineId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Under way. */
export function openOf(db: Query, lineIds: readonly string[]): Promise<ShipmentRow[]> {
  return rows(db).where('line_id', 'in', lineIds).where('ended_at', 'is', null).execute();
}

export async function isInMail(
  tx: Tx,
  tenant: number,
  iccid: string,
  butId: string,
): Promise<boolean> {
  const row = await rows(tx)
    .where('tenant_id', '=', tenant)
    .where('iccid', '=', iccid)
    .where('iccid', '!=', '')
    .where('ended_at', 'is', null)
    .where('id', '!=', butId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function set(
  tx: Tx,
  id: string,
  values: Partial<Omit<ShipmentRow, 'id'>>,
): Promise<void> {
  await tables(tx).updateTable('sim_shipments').set(values).where('id', '=', id).execute();
}

export function toSend(
  db: Query,
  tenants: readonly number[],
  limit: number,
): Promise<ShipmentRow[]> {
  return rows(db)
    .where('tenant_id', 'in', tenants)
    .where('state', '=', 'preparing')
    .orderBy('asked_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function inMail(db: Query, tenant: number, limit: number): Promise<ShipmentRow[]> {
  return rows(db)
    .where('tenant_id', '=', tenant)
    .where('state', '=', 'mailed')
    .orderBy('mailed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countToSend(db: Query, tenant: number): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('sim_shipments')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenant)
    .where('state', '=', 'preparing')
    .executeTakeFirstOrThrow();
  return count;
}

const AT_ONCE = 500;

export async function toStart(db: Query, now: Date): Promise<string[]> {
  const found = await tables(db)
    .selectFrom('sim_shipments')
    .select('id')
    .where('ended_at', 'is', null)
    .where('starts_at', '<=', now)
    .orderBy('starts_at')
    .limit(AT_ONCE)
    .execute();
  return found.map((row) => row.id);
}

/** Mailed before then, and nobody was told. */
export async function lateSince(db: Query, before: Date): Promise<string[]> {
  const found = await tables(db)
    .selectFrom('sim_shipments')
    .select('id')
    .where('state', '=', 'mailed')
    .where('late_told_at', 'is', null)
    .where('mailed_at', '<=', before)
    .orderBy('mailed_at')
    .limit(AT_ONCE)
    .execute();
  return found.map((row) => row.id);
}

export const nextDue = (lateMs: number) => sql<Date | null>`least(
  (select min(starts_at) from sim_shipments where ended_at is null),
  (select min(mailed_at) + ${`${lateMs} milliseconds`}::interval from sim_shipments
    where state = 'mailed' and late_told_at is null)
)`;
