import type { PortInStatus, SimType } from '@portside/contract/lines';
import type { PortInReason } from '@portside/contract/port-in-reasons';
import { sql, type ExpressionBuilder, type Generated } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Customer, Owner, Visitor } from '../http/who.ts';

export interface PortInRow {
  id: string;
  tenant_id: number;
  /** Null: a draft from before the login. */
  customer_id: string | null;
  /** Null: a draft of a browser without a name. */
  browser_id: string | null;
  msisdn: string;
  zip_code: string;
  status: PortInStatus;
  reason: PortInReason | null;
  version: number;
  attempt: number;
  carrier_ref: string | null;
  /** End of the lease to submit this attempt. */
  asking_until: Date | null;
  /** The old carrier's details; null once it is over. */
  sealed_details: string | null;
  old_carrier: string | null;
  sim_type: SimType;
  iccid: string;
  imei: string;
  line_id: string | null;
  order_id: string | null;
  created_at: Date;
  updated_at: Date;
  cancel_asked_at: Date | null;
  cancel_asked_by: 'customer' | 'expiry' | null;
  told: string;
  told_at: Date | null;
  /** Start of our retries, and their end. */
  retried_since: Date | null;
  given_up_at: Date | null;
  /** Names of fields, with commas: what the old carrier wants; null: what is usual. */
  required: string | null;
  /** The old carrier's name, from ours. */
  donor: string | null;
}

type Later =
  | 'cancel_asked_at'
  | 'cancel_asked_by'
  | 'told'
  | 'told_at'
  | 'retried_since'
  | 'given_up_at'
  | 'required'
  | 'donor';
type NewPortIn = Omit<PortInRow, Later>;
type PortInTable = NewPortIn & { [Column in Later]: Generated<PortInRow[Column]> };

export interface StepRow {
  seq: number;
  port_in_id: string;
  attempt: number;
  status: PortInStatus;
  reason: PortInReason | null;
  raw_code: string;
  raw_text: string;
  at: Date;
}

type Tables = {
  port_ins: PortInTable;
  port_in_steps: Omit<StepRow, 'seq'> & { seq: Generated<number> };
};
const tables = (db: Query) => db.withTables<Tables>();

export async function insertPortIn(db: Query, row: NewPortIn): Promise<void> {
  await tables(db).insertInto('port_ins').values(row).execute();
}

export async function setPortIn(tx: Tx, id: string, values: Partial<PortInRow>): Promise<void> {
  await tables(tx).updateTable('port_ins').set(values).where('id', '=', id).execute();
}

export async function insertStep(tx: Tx, row: Omit<StepRow, 'seq'>): Promise<void> {
  await tables(tx).insertInto('port_in_steps').values(row).execute();
}

const ofTenant = (db: Query, { tenant }: { tenant: number }) =>
  tables(db).selectFrom('port_ins').selectAll().where('tenant_id', '=', tenant);

const own = (db: Query, owner: Owner) =>
  ofTenant(db, owner).where('customer_id', '=', owner.customerId);

export function portInOf(db: Query, owner: Owner, id: string): Promise<PortInRow | undefined> {
  return own(db, owner).where('id', '=', id).executeTakeFirst();
}

export function lockPortInOf(tx: Tx, owner: Owner, id: string): Promise<PortInRow | undefined> {
  return own(tx, owner).where('id', '=', id).forUpdate().executeTakeFirst();
}

type Caller = Visitor | Customer;

const isTheirs = (is: ExpressionBuilder<Tables, 'port_ins'>, who: Caller) =>
  is.or([
    ...('customerId' in who ? [is('customer_id', '=', who.customerId)] : []),
    ...(who.browserId === undefined
      ? []
      : [is.and([is('customer_id', 'is', null), is('browser_id', '=', who.browserId)])]),
  ]);

/** A nameless browser's draft is known by its id only. */
const usable = (db: Query, who: Caller, id: string) =>
  ofTenant(db, who)
    .where('id', '=', id)
    .where((is) =>
      is.or([
        isTheirs(is, who),
        is.and([is('customer_id', 'is', null), is('browser_id', 'is', null)]),
      ]),
    );

export function usablePortIn(db: Query, who: Caller, id: string): Promise<PortInRow | undefined> {
  return usable(db, who, id).executeTakeFirst();
}

export function lockUsablePortIn(tx: Tx, who: Caller, id: string): Promise<PortInRow | undefined> {
  return usable(tx, who, id).forUpdate().executeTakeFirst();
}

const anyOne = (db: Query, id: string) =>
  tables(db).selectFrom('port_ins').selectAll().where('id', '=', id);

export function anyPortIn(db: Query, id: string): Promise<PortInRow | undefined> {
  return anyOne(db, id).executeTakeFirst();
}

export function lockAnyPortIn(tx: Tx, id: string): Promise<PortInRow | undefined> {
  return anyOne(tx, id).forUpdate().executeTakeFirst();
}

/** Begun since then; locked. */
export const lockOntoLine = (
  tx: Tx,
  owner: Owner,
  { lineId, since, waits }: { lineId: string; since: Date; waits: boolean },
) =>
  own(tx, owner)
    .where('line_id', '=', lineId)
    .where('updated_at', '>=', since)
    .orderBy('id')
    .forUpdate()
    .$if(!waits, (rows) => rows.skipLocked())
    .execute();

/** Serializes decisions about a number. */
export async function lockNumber(tx: Tx, tenant: number, msisdn: string): Promise<void> {
  const name = `port_ins:${tenant}:${msisdn}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

export async function leaveOrder(tx: Tx, owner: Owner, orderId: string): Promise<PortInRow[]> {
  return tables(tx)
    .updateTable('port_ins')
    .set({ order_id: null })
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('order_id', '=', orderId)
    .returningAll()
    .execute();
}

export async function leaveLine(tx: Tx, owner: Owner, lineId: string): Promise<PortInRow[]> {
  return tables(tx)
    .updateTable('port_ins')
    .set({ line_id: null })
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('line_id', '=', lineId)
    .where('status', '=', 'completed')
    .returningAll()
    .execute();
}

export async function takeLease(
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

export async function releaseLease(db: Query, row: PortInRow): Promise<void> {
  await tables(db)
    .updateTable('port_ins')
    .set({ asking_until: null })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .execute();
}

export function portInOfRef(
  db: Query,
  tenants: readonly number[],
  ref: string,
): Promise<PortInRow | undefined> {
  return tables(db)
    .selectFrom('port_ins')
    .selectAll()
    .where('tenant_id', 'in', tenants)
    .where('carrier_ref', '=', ref)
    .executeTakeFirst();
}

export function portInsOf(db: Query, owner: Owner): Promise<PortInRow[]> {
  return own(db, owner).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

const ofNumber = (db: Query, of: { tenant: number }, msisdn: string) =>
  ofTenant(db, of).where('msisdn', '=', msisdn).orderBy('created_at', 'desc').orderBy('id', 'desc');

export function portInsOfNumberFor(db: Query, who: Caller, msisdn: string): Promise<PortInRow[]> {
  return ofNumber(db, who, msisdn)
    .where((is) => isTheirs(is, who))
    .execute();
}

export async function movePortIns(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('port_ins')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}

export function portInsOfNumber(db: Query, tenant: number, msisdn: string): Promise<PortInRow[]> {
  return ofNumber(db, { tenant }, msisdn).execute();
}

export async function stepsOf(db: Query, portInIds: readonly string[]): Promise<StepRow[]> {
  if (portInIds.length === 0) return [];
  return tables(db)
    .selectFrom('port_in_steps')
    .selectAll()
    .where('port_in_id', 'in', portInIds)
    .orderBy('seq')
    .execute();
}

export type Answer = Pick<StepRow, 'port_in_id' | 'raw_code' | 'raw_text' | 'at'>;

/**
 * Of each port-in the other carrier's newest words, read from the end of its steps. With `=` for
 * `between` PostgreSQL may look for them among everybody's newest steps instead.
 */
export async function newestAnswers(db: Query, portInIds: readonly string[]): Promise<Answer[]> {
  const { rows } = await sql<Answer>`
    select answer.* from unnest(${portInIds}::text[]) as asked (id)
    cross join lateral (
      select port_in_id, raw_code, raw_text, at from port_in_steps
      where port_in_id between asked.id and asked.id and (raw_code <> '' or raw_text <> '')
      order by port_in_id desc, seq desc limit 1
    ) as answer`.execute(db);
  return rows;
}

/** Numbers that were looked up and never requested. Requested ones are records. */
export async function dropNeverSent(db: Query, before: Date): Promise<void> {
  await clearAway(
    db,
    'port_ins',
    sql`updated_at < ${before} and attempt = 0 and carrier_ref is null
      and status in ('cancelled', 'expired')`,
  );
}

export function portInsSince(
  db: Query,
  statuses: readonly PortInStatus[],
  before: Date,
): Promise<PortInRow[]> {
  return standing(db, statuses, before).orderBy('updated_at').limit(500).execute();
}

/** Of a brand, the longest in their state first. */
export const portInsOfTenant = (
  db: Query,
  tenant: number,
  statuses: readonly PortInStatus[],
  limit: number,
): Promise<PortInRow[]> =>
  ofTenant(db, { tenant })
    .where('status', 'in', statuses)
    .where('customer_id', 'is not', null)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Other ones each time, so that stuck ones do not block the rest. */
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

/** For what only the customer has. */
export const waiting: readonly PortInStatus[] = ['details_needed', 'action_needed'];

/** @param marks at the end of `told`, of reminders that need no further one */
export function unremindedPortIns(
  db: Query,
  before: Date,
  marks: readonly string[],
): Promise<PortInRow[]> {
  const unmarked = marks.map((mark) => sql<boolean>`told not like ${`%${mark}`}`);
  return standing(db, waiting, before)
    .where('customer_id', 'is not', null)
    .where('cancel_asked_at', 'is', null)
    .where((is) => is.and(unmarked))
    .orderBy('updated_at')
    .limit(500)
    .execute();
}

const milliseconds = (count: number) => sql`${count}::float8 * interval '1 millisecond'`;
const among = (statuses: readonly PortInStatus[]) =>
  sql.join(statuses.map((status) => sql.lit(status)));

export const nextExpiry = (statuses: readonly PortInStatus[], after: number) => sql<Date | null>`(
  select min(updated_at) + ${milliseconds(after)} from port_ins
  where status in (${among(statuses)})
)`;

export const nextUnreminded = (marks: readonly string[], after: number) => sql<Date | null>`(
  select min(updated_at) + ${milliseconds(after)} from port_ins
  where status in (${among(waiting)}) and customer_id is not null and cancel_asked_at is null
    and not told like any (${marks.map((mark) => `%${mark}`)}::text[])
)`;

const standing = (db: Query, statuses: readonly PortInStatus[], before: Date) =>
  tables(db)
    .selectFrom('port_ins')
    .selectAll()
    .where('status', 'in', statuses)
    .where('updated_at', '<', before);

/** The old carrier was asked, or is to be. */
const asked = [
  'submitted',
  'pending',
  'delayed',
  'action_needed',
  'awaiting_activation',
] as const satisfies readonly PortInStatus[];

export async function isPortingIn(db: Query, owner: Owner): Promise<boolean> {
  const found = await own(db, owner).where('status', 'in', asked).limit(1).execute();
  return found.length > 0;
}
