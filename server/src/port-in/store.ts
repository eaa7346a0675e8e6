import type { PortInStatus, SimType } from '@portside/contract/lines';
import type { PortInReason } from '@portside/contract/port-in-reasons';
import { sql, type Generated } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

export interface PortInRow {
  id: string;
  tenant_id: number;
  /** Null for a draft that somebody made before logging in … */
  customer_id: string | null;
  /** … in this browser, if it had named itself. */
  browser_id: string | null;
  msisdn: string;
  zip_code: string;
  status: PortInStatus;
  reason: PortInReason | null;
  version: number;
  attempt: number;
  carrier_ref: string | null;
  /** Until when somebody is submitting this attempt. */
  asking_until: Date | null;
  /** What the old carrier has on file; gone when the port-in is over. */
  sealed_details: string | null;
  old_carrier: string | null;
  sim_type: SimType;
  /** The SIM that the customer has, or that came by post. */
  iccid: string;
  imei: string;
  line_id: string | null;
  /** The order that is being paid and brings it along. */
  order_id: string | null;
  created_at: Date;
  updated_at: Date;
  /** Since when somebody wants it called off; asked of the carrier until it has answered. */
  cancel_asked_at: Date | null;
  cancel_asked_by: 'customer' | 'expiry' | null;
  /** What the last email was about, and when it was written. */
  told: string;
  told_at: Date | null;
  /** Since when we send it again by ourselves, and when we stopped doing so. */
  retried_since: Date | null;
  given_up_at: Date | null;
}

/** What a new one does not have yet. */
type Later =
  | 'cancel_asked_at'
  | 'cancel_asked_by'
  | 'told'
  | 'told_at'
  | 'retried_since'
  | 'given_up_at';
type NewPortIn = Omit<PortInRow, Later>;
type PortInTable = NewPortIn & { [Column in Later]: Generated<PortInRow[Column]> };

export interface StepRow {
  seq: number;
  port_in_id: string;
  attempt: number;
  status: PortInStatus;
  reason: PortInReason | null;
  /** The carrier's own words. */
  raw_code: string;
  raw_text: string;
  at: Date;
}

/** A submit that a customer asked for. */
interface SubmitRow {
  tenant_id: number;
  port_in_id: string;
  customer_id: string;
  msisdn: string;
  at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    port_ins: PortInTable;
    port_in_steps: Omit<StepRow, 'seq'> & { seq: Generated<number> };
    port_in_submits: SubmitRow;
  }>();

export async function insertPortIn(db: Query, row: NewPortIn): Promise<void> {
  await tables(db).insertInto('port_ins').values(row).execute();
}

export async function setPortIn(tx: Tx, id: string, values: Partial<PortInRow>): Promise<void> {
  await tables(tx).updateTable('port_ins').set(values).where('id', '=', id).execute();
}

export async function insertStep(tx: Tx, row: Omit<StepRow, 'seq'>): Promise<void> {
  await tables(tx).insertInto('port_in_steps').values(row).execute();
}

export function portInById(db: Query, id: string): Promise<PortInRow | undefined> {
  return tables(db).selectFrom('port_ins').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The port-in, and nobody else changes it until the transaction ends. */
export function lockPortIn(tx: Tx, id: string): Promise<PortInRow | undefined> {
  return tables(tx)
    .selectFrom('port_ins')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** One at a time may decide who gets a number; the others wait until that transaction ends. */
export async function lockNumber(tx: Tx, tenant: number, msisdn: string): Promise<void> {
  const name = `port_ins:${tenant}:${msisdn}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** An order does not bring them along any more. */
export async function leaveOrder(tx: Tx, orderId: string): Promise<PortInRow[]> {
  return tables(tx)
    .updateTable('port_ins')
    .set({ order_id: null })
    .where('order_id', '=', orderId)
    .returningAll()
    .execute();
}

/** The line of a number that is here has ended: it waits for another one. */
export async function leaveLine(tx: Tx, tenant: number, lineId: string): Promise<PortInRow[]> {
  return tables(tx)
    .updateTable('port_ins')
    .set({ line_id: null })
    .where('tenant_id', '=', tenant)
    .where('line_id', '=', lineId)
    .where('status', '=', 'completed')
    .returningAll()
    .execute();
}

/** Takes the right to submit this attempt, which one caller at a time has: false for the others. */
export async function takeTurn(
  db: Query,
  row: PortInRow,
  now: Date,
  until: Date,
): Promise<boolean> {
  const taken = await tables(db)
    .updateTable('port_ins')
    .set({ asking_until: until })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where((where) =>
      where.or([where('asking_until', 'is', null), where('asking_until', '<', now)]),
    )
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

export async function leaveTurn(db: Query, row: PortInRow): Promise<void> {
  await tables(db)
    .updateTable('port_ins')
    .set({ asking_until: null })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .execute();
}

export function portInOfRef(db: Query, ref: string): Promise<PortInRow | undefined> {
  return tables(db)
    .selectFrom('port_ins')
    .selectAll()
    .where('carrier_ref', '=', ref)
    .executeTakeFirst();
}

/** Newest first. */
export function portInsOf(db: Query, owner: Owner): Promise<PortInRow[]> {
  return tables(db)
    .selectFrom('port_ins')
    .selectAll()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Port-ins of one account, and the submits that count for it, are another's from here on. */
export async function movePortIns(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  for (const table of ['port_ins', 'port_in_submits'] as const) {
    await tables(tx)
      .updateTable(table)
      .set({ customer_id: to })
      .where('tenant_id', '=', tenant)
      .where('customer_id', '=', from)
      .execute();
  }
}

/** Everybody's port-ins of a number, newest first. */
export function portInsOfNumber(db: Query, tenant: number, msisdn: string): Promise<PortInRow[]> {
  return tables(db)
    .selectFrom('port_ins')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('msisdn', '=', msisdn)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Oldest first. */
export async function stepsOf(db: Query, portInIds: readonly string[]): Promise<StepRow[]> {
  if (portInIds.length === 0) return [];
  return tables(db)
    .selectFrom('port_in_steps')
    .selectAll()
    .where('port_in_id', 'in', portInIds)
    .orderBy('seq')
    .execute();
}

/** Port-ins that stand in one of these states since before that moment, oldest first. */
export function portInsSince(
  db: Query,
  statuses: readonly PortInStatus[],
  before: Date,
): Promise<PortInRow[]> {
  return standing(db, statuses, before).orderBy('updated_at').limit(500).execute();
}

/** Some of them, other ones each time: those that do not get on keep nobody else waiting. */
export function somePortInsSince(
  db: Query,
  statuses: readonly PortInStatus[],
  before: Date,
): Promise<PortInRow[]> {
  return standing(db, statuses, before)
    .orderBy(sql`random()`)
    .limit(500)
    .execute();
}

const standing = (db: Query, statuses: readonly PortInStatus[], before: Date) =>
  tables(db)
    .selectFrom('port_ins')
    .selectAll()
    .where('status', 'in', statuses)
    .where('updated_at', '<', before);

/** Until the end of the transaction nobody else counts submits of this number or customer. */
export async function lockSubmits(tx: Tx, row: PortInRow): Promise<void> {
  const { tenant_id: tenant, customer_id: customerId, msisdn } = row;
  for (const name of [`submits ${tenant} ${msisdn}`, `submits ${customerId}`]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  }
}

/** How often this number was submitted, or this customer submitted any; the greater of the two. */
export async function submitsSince(tx: Tx, row: PortInRow, since: Date): Promise<number> {
  const recent = tables(tx)
    .selectFrom('port_in_submits')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', row.tenant_id)
    .where('at', '>', since);
  const { count: ofNumber } = await recent
    .where('msisdn', '=', row.msisdn)
    .executeTakeFirstOrThrow();
  const { count: ofCustomer } = await recent
    .where('customer_id', '=', row.customer_id ?? '')
    .executeTakeFirstOrThrow();
  return Math.max(ofNumber, ofCustomer);
}

export async function insertSubmit(tx: Tx, row: PortInRow, at: Date): Promise<void> {
  const { tenant_id, id: port_in_id, customer_id, msisdn } = row;
  await tables(tx)
    .insertInto('port_in_submits')
    .values({ tenant_id, port_in_id, customer_id: customer_id ?? '', msisdn, at })
    .execute();
}

/** Submits that no limit counts any more. */
export async function dropSubmits(db: Query, before: Date): Promise<void> {
  await tables(db).deleteFrom('port_in_submits').where('at', '<', before).execute();
}
