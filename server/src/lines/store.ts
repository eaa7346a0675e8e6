import type { LineIcon, LineStatus, PortInStatus, SimType } from '@portside/contract/lines';
import type { EsimState } from '@portside/contract/sim';
import type { StreetAddress } from '@portside/contract/street-address';
import { sql, type ColumnType, type Expression, type RawBuilder } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { Owner } from '../http/who.ts';
import { endingAt } from './ending-store.ts';
import { worksOfLine } from './line-work-store.ts';
import { changeOfLine } from './network-ask-store.ts';
import { setDue } from './members-store.ts';

export interface LineRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  order_id: string | null;
  plan_id: string;
  plan_name: string;
  plan_flag: number;
  nickname: string;
  icon: LineIcon;
  mdn: string;
  zip_code: string;
  first_name: string;
  last_name: string;
  service_address: StreetAddress | null;
  sim_type: SimType;
  iccid: string;
  esim_state: EsimState | null;
  imei: string;
  status: LineStatus;
  activation_ref: string | null;
  activated_at: Date | null;
  paid_until: Date | null;
  /** Of its first plan; null for old lines. */
  plan_cents: number | null;
  plan_paid_cents: number | null;
  /** As last reported to the carrier. */
  carrier_suspended: boolean;
  released_at: Date | null;
  /** Null for those that ended before it was noted. */
  ended_at: Date | null;
  created_at: Date;
  port_in_id: string | null;
  port_in_status: PortInStatus | null;
  incoming_mdn: string;
  /** Its SIM card is in the mail: the carrier is asked once it is there. */
  waits_for_card: boolean;
  /** The carrier's key of the number that was chosen. */
  kept_number: string | null;
  /** Since then the carrier may know it. Null: nobody asked, or it has not taken it. */
  carrier_asked_at: Date | null;
  /** To another account: the carrier still has it, as another line of ours. */
  handed_over_at: Date | null;
  /** From another account. */
  taken_over_at: Date | null;
  /** The same of one that was separated (P05): nobody who reads of the line learns of it. */
  separated_at: Date | null;
  own_since: Date | null;
  /** Since when whoever uses it does, where it was given or taken back (P04). */
  user_since: Date | null;
  /** Who set its 911 address, where that was not its holder (P04). */
  address_customer_id: string | null;
  /** What was in it, for whose it was: the SIM itself is the new line's. */
  former_iccid: string | null;
  former_imei: string | null;
  /** By which the carrier knows it; null: by its id. */
  carrier_key: string | null;
}

/** By which the carrier knows the line. */
export const carrierKeyOf = ({ id, carrier_key }: Pick<LineRow, 'id' | 'carrier_key'>): string =>
  carrier_key ?? id;

export const neverStopped = {
  carrier_suspended: false,
  released_at: null,
  ended_at: null,
  handed_over_at: null,
  taken_over_at: null,
  separated_at: null,
  own_since: null,
  user_since: null,
  address_customer_id: null,
  former_iccid: null,
  former_imei: null,
  carrier_key: null,
} as const;

interface CarrierNoticeRow {
  id: string;
  about: string;
  ref: string;
  received_at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    lines: Omit<LineRow, 'service_address'> & {
      service_address: ColumnType<StreetAddress | null, string | null, string | null>;
    };
    carrier_notices: CarrierNoticeRow;
  }>();

export async function insertLine(db: Query, row: LineRow): Promise<void> {
  const address = row.service_address && JSON.stringify(row.service_address);
  await tables(db)
    .insertInto('lines')
    .values({ ...row, service_address: address })
    .execute();
}

const ownLines = (db: Query, owner: Owner) =>
  tables(db)
    .selectFrom('lines')
    .selectAll()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId);

export const shown = [
  ...(['id', 'mdn', 'nickname', 'icon', 'plan_id', 'plan_name', 'plan_flag'] as const),
  ...(['iccid', 'former_iccid', 'sim_type', 'esim_state', 'status', 'paid_until'] as const),
  ...(['port_in_id', 'port_in_status', 'incoming_mdn'] as const),
] satisfies (keyof LineRow)[];
export type ShownLine = Pick<LineRow, (typeof shown)[number]>;

const shownLines = prepared((db, tenant: number, customerId: string) =>
  tables(db)
    .selectFrom('lines')
    .select(shown)
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('id')
    .compile(),
);

export type LineCondition = (lineId: Expression<string>) => RawBuilder<boolean>;

const withMore = (db: Query, condition: LineCondition) =>
  tables(db)
    .selectFrom('lines')
    .select(shown)
    .select((the) => [
      endingAt.as('endsAt'),
      condition(the.ref('lines.id')).as('holds'),
      worksOfLine.as('works'),
      changeOfLine.as('change'),
    ])
    .orderBy('created_at')
    .orderBy('id');

/** With when each is to end, what is under way, and whether another slice's condition holds. */
export const linesWith = (condition: LineCondition) =>
  prepared((db, tenant: number, customerId: string) =>
    withMore(db, condition)
      .where('tenant_id', '=', tenant)
      .where('customer_id', '=', customerId)
      .compile(),
  );

/** The same of whosever lines. */
export const anyLinesWith = (condition: LineCondition) =>
  prepared((db, tenant: number, ids: string[]) =>
    withMore(db, condition)
      .where('tenant_id', '=', tenant)
      .where(sql<boolean>`lines.id = any(${ids}::text[])`)
      .compile(),
  );

export function linesOf(db: Query, owner: Owner): Promise<ShownLine[]> {
  return shownLines(db, owner.tenant, owner.customerId);
}

export const zipCodesOf = (db: Query, { tenant, customerId }: Owner): Promise<{ zip: string }[]> =>
  tables(db)
    .selectFrom('lines')
    .select('zip_code as zip')
    .distinct()
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'ended')
    .execute();

export const numbersOf = (
  db: Query,
  { tenant, customerId }: Owner,
): Promise<{ mdn: string; incoming: string }[]> =>
  tables(db)
    .selectFrom('lines')
    .select(['mdn', 'incoming_mdn as incoming'])
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'ended')
    .execute();

/** Those that went to another account, or came from one. */
export const handedLinesOf = (db: Query, { tenant, customerId }: Owner) =>
  tables(db)
    .selectFrom('lines')
    .select(['id', 'handed_over_at', 'taken_over_at'])
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where((or) =>
      or.or([or('handed_over_at', 'is not', null), or('taken_over_at', 'is not', null)]),
    )
    .execute();

export function lineOf(db: Query, owner: Owner, id: string): Promise<LineRow | undefined> {
  return ownLines(db, owner).where('id', '=', id).executeTakeFirst();
}

export function lockLineOf(tx: Tx, owner: Owner, id: string): Promise<LineRow | undefined> {
  return ownLines(tx, owner).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function moveLines(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('lines')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}

/** For jobs, which continue when accounts are joined. */
export function anyLine(db: Query, id: string): Promise<LineRow | undefined> {
  return tables(db).selectFrom('lines').selectAll().where('id', '=', id).executeTakeFirst();
}

export function anyLines(db: Query, ids: readonly string[]): Promise<LineRow[]> {
  return tables(db)
    .selectFrom('lines')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
}

export function lockAnyLine(tx: Tx, id: string): Promise<LineRow | undefined> {
  return tables(tx)
    .selectFrom('lines')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Those of a customer that nobody else holds now: it never waits. */
export function lockFreeLines(tx: Tx, owner: Owner): Promise<LineRow[]> {
  return ownLines(tx, owner)
    .where('status', '!=', 'ended')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
}

/** The same of lines that a customer was given (P04). */
export function lockFreeLinesById(tx: Tx, ids: readonly string[]): Promise<LineRow[]> {
  return tables(tx)
    .selectFrom('lines')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('status', '!=', 'ended')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
}

export function lineOfOrder(db: Query, owner: Owner, orderId: string) {
  return ownLines(db, owner).where('order_id', '=', orderId).executeTakeFirst();
}

export function linesOfOrders(db: Query, owner: Owner, orderIds: readonly string[]) {
  return ownLines(db, owner)
    .where(sql<boolean>`order_id = any(${orderIds}::text[])`)
    .execute();
}

export function lineOfActivation(
  db: Query,
  tenants: readonly number[],
  ref: string,
): Promise<LineRow | undefined> {
  return tables(db)
    .selectFrom('lines')
    .selectAll()
    .where('tenant_id', 'in', tenants)
    .where('activation_ref', '=', ref)
    .executeTakeFirst();
}

export function lineOfSim(
  db: Query,
  tenants: readonly number[],
  iccid: string,
): Promise<LineRow | undefined> {
  return tables(db)
    .selectFrom('lines')
    .selectAll()
    .where('tenant_id', 'in', tenants)
    .where('iccid', '=', iccid)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function livingLineOfSim(
  db: Query,
  tenant: number,
  iccid: string,
): Promise<LineRow | undefined> {
  return tables(db)
    .selectFrom('lines')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('iccid', '=', iccid)
    .where('status', '!=', 'ended')
    .executeTakeFirst();
}

/** Serializes decisions about a SIM. */
export async function lockSim(tx: Tx, tenant: number, iccid: string): Promise<void> {
  const key = `sim ${tenant} ${iccid}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

export function lineOfNumber(db: Query, tenant: number, mdn: string): Promise<LineRow | undefined> {
  return tables(db)
    .selectFrom('lines')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('mdn', '=', mdn)
    .where('status', '!=', 'ended')
    .executeTakeFirst();
}

/** A carrier's notice names no customer. */
export function livingLineOfNumber(
  db: Query,
  tenants: readonly number[],
  mdn: string,
): Promise<LineRow | undefined> {
  return tables(db)
    .selectFrom('lines')
    .selectAll()
    .where('tenant_id', 'in', tenants)
    .where('mdn', '=', mdn)
    .where('status', '!=', 'ended')
    .executeTakeFirst();
}

export async function setLine(
  tx: Tx,
  id: string,
  values: Partial<Omit<LineRow, 'service_address'>>,
): Promise<void> {
  await tables(tx).updateTable('lines').set(withSim(values)).where('id', '=', id).execute();
  if (values.status === 'ended') await setDue(tx, id);
}

function withSim({ iccid, ...values }: Partial<Omit<LineRow, 'service_address'>>) {
  if (iccid === undefined) return values;
  const state = sql<EsimState | null>`case when iccid = ${iccid} then esim_state end`;
  return { ...values, iccid, esim_state: state };
}

export async function setEsimState(
  db: Query,
  { id, iccid }: Pick<LineRow, 'id' | 'iccid'>,
  state: EsimState,
): Promise<boolean> {
  const changed = await tables(db)
    .updateTable('lines')
    .set({ esim_state: state })
    .where('id', '=', id)
    .where('iccid', '=', iccid)
    .where('esim_state', 'is distinct from', state)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** False when another process has moved it. */
export async function moveLine(
  db: Query,
  id: string,
  from: readonly LineStatus[],
  values: Partial<Omit<LineRow, 'service_address'>>,
): Promise<boolean> {
  const moved = await tables(db)
    .updateTable('lines')
    .set(withSim(values))
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

export async function renameLine(
  db: Query,
  owner: Owner,
  id: string,
  values: Pick<LineRow, 'nickname'> & Partial<Pick<LineRow, 'icon'>>,
): Promise<boolean> {
  const renamed = await tables(db)
    .updateTable('lines')
    .set(values)
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return renamed.numUpdatedRows === 1n;
}

/** Other ones each time, so that none starves. */
export async function unfinishedLines(db: Query, before: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('lines')
    .select('id')
    .where('status', 'in', ['pending', 'activating'])
    // A line that waits for its number is its port-in's.
    .where('port_in_id', 'is', null)
    .where('waits_for_card', '=', false)
    .where('created_at', '<', before)
    .orderBy(sql`random()`)
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}

export async function ordersOfUnfinished(
  db: Query,
  time: { from: Date; before: Date },
): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('lines')
    .select('order_id')
    .where('order_id', 'is not', null)
    .where('port_in_id', 'is', null)
    .where('waits_for_card', '=', false)
    .where('activated_at', 'is', null)
    .where('created_at', '<', time.before)
    .where((or) =>
      or.or([
        or('status', 'in', ['pending', 'activating']),
        or.and([or('status', '=', 'ended'), or('created_at', '>=', time.from)]),
      ]),
    )
    .execute();
  return rows.flatMap((row) => row.order_id ?? []);
}

export async function ordersWithLine(db: Query, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from lines where order_id = any(${orderIds}::text[])`.execute(db);
  return rows.map((row) => row.order_id);
}

/** Empty for a known notice. */
export const insertNotice = (db: Query, row: CarrierNoticeRow) =>
  tables(db)
    .insertInto('carrier_notices')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id');

export const isActivated = (tenants: readonly number[], ref: string) =>
  sql<boolean>`exists (
    select from lines where tenant_id = any(${tenants}::int[]) and activation_ref = ${ref}
      and status not in ('pending', 'activating')
  )`;

export async function dropNotices(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'carrier_notices', sql`received_at < ${before}`);
}

/** One that worked before then, whatever became of it. */
export async function hadLine(db: Query, owner: Owner, before: Date): Promise<boolean> {
  const found = await ownLines(db, owner).where('activated_at', '<', before).limit(1).execute();
  return found.length > 0;
}

/** One that has not ended, or not begun yet. */
export async function hasLiveLine(db: Query, owner: Owner): Promise<boolean> {
  const found = await ownLines(db, owner).where('status', '<>', 'ended').limit(1).execute();
  return found.length > 0;
}
