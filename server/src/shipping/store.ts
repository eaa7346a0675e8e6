import { type RawBuilder, sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

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

/** Who had the line of another asked for it, in place of its SIM (P04). */
const ofMember = (replacementId: RawBuilder<unknown>, who: RawBuilder<unknown> = sql`true`) =>
  sql<boolean>`exists (
    select from sim_replacements asked join line_members had on had.line_id = asked.line_id
    where asked.id = ${replacementId} and had.accepted_at <= asked.asked_at
      and (had.ended_at is null or had.ended_at > asked.asked_at) and ${who})`;

const isOf = ({ tenant, customerId }: Owner) =>
  sql`had.tenant_id = ${tenant} and had.member_customer_id = ${customerId}`;

/** To each what went to an address of theirs, whenever it was mailed again. */
export function cardsToGive(ids: RawBuilder<unknown>, owner: Owner) {
  const card = sql.ref('one.replacement_id');
  const all = sql`select one.* from sim_shipments one`;
  return sql`${all} where one.line_id in (${ids}) and not ${ofMember(card)}
    union all ${all} where one.line_id in (
      select line_id from line_members had where ${isOf(owner)}
    ) and ${ofMember(card, isOf(owner))}`;
}

/** Who asked for them is erased: nothing is mailed to them any more, and nothing says where it was. */
export async function forgetCards(tx: Tx, owner: Owner, now: Date): Promise<void> {
  const lines = sql`select line_id from line_members had where ${isOf(owner)}`;
  await sql`update sim_shipments set recipient = '', address = null,
      state = case when ended_at is null then 'stopped' else state end,
      ended_at = coalesce(ended_at, ${now})
    where line_id in (${lines})
      and ${ofMember(sql.ref('sim_shipments.replacement_id'), isOf(owner))}`.execute(tx);
  await sql`update sim_replacements set shipping = null
    where line_id in (${lines}) and shipping is not null
      and ${ofMember(sql.ref('sim_replacements.id'), isOf(owner))}`.execute(tx);
}

/** Not what a member asked for: where they live is nobody else’s to read. */
export function latestOf(db: Query, lineId: string): Promise<ShipmentRow | undefined> {
  return rows(db)
    .where('line_id', '=', lineId)
    .where(sql<boolean>`not ${ofMember(sql.ref('sim_shipments.replacement_id'))}`)
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
