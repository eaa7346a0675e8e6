import type { MoneyReason } from '@portside/contract/console/approvals';
import { sql, type ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

/** A line of a bill: its place from 1, and its name for staff. */
export interface ChosenLine {
  number: number;
  label: string;
}

export interface ApprovalRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  kind: 'refund' | 'credit';
  order_id: string | null;
  item: string;
  amount_cents: number;
  /** Credit that comes back besides, as all that was paid does. */
  along_cents: number;
  pays_to: 'card' | 'credit';
  lines: ChosenLine[];
  reason: MoneyReason;
  note: string;
  status: 'waiting' | 'approved' | 'declined';
  /** Of a part that went back: its number among the charge's refunds. */
  part: number | null;
  asked_by: string;
  asked_name: string;
  asked_email: string;
  asked_key: string;
  asked_at: Date;
  /** Null as well when it needed nobody else. */
  decided_by: string | null;
  decided_name: string | null;
  decided_at: Date | null;
  decision: string;
}

const tables = (db: Query) =>
  db.withTables<{
    approvals: Omit<ApprovalRow, 'lines'> & { lines: ColumnType<ChosenLine[], string, string> };
  }>();

/** Serializes what is given to a customer. Taken before every other lock. */
export async function lockGiving(tx: Tx, { customerId }: Owner): Promise<void> {
  const key = `approvals ${customerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** False when the key was used. */
export async function insertApproval(tx: Tx, row: ApprovalRow): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('approvals')
    .values({ ...row, lines: JSON.stringify(row.lines) })
    .onConflict((on) => on.columns(['tenant_id', 'asked_by', 'asked_key']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export function approvalOfKey(
  db: Query,
  { tenant, staffId }: { tenant: number; staffId: string },
  key: string,
): Promise<ApprovalRow | undefined> {
  return tables(db)
    .selectFrom('approvals')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('asked_by', '=', staffId)
    .where('asked_key', '=', key)
    .executeTakeFirst();
}

export function approvalOf(
  db: Query,
  tenant: number,
  id: string,
): Promise<ApprovalRow | undefined> {
  return tables(db)
    .selectFrom('approvals')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function lockApproval(tx: Tx, id: string): Promise<ApprovalRow> {
  return tables(tx)
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function changeApproval(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<ApprovalRow, 'status' | 'part' | 'decided_by' | 'decided_name' | 'decided_at' | 'decision'>
  >,
): Promise<void> {
  await tables(tx).updateTable('approvals').set(change).where('id', '=', id).execute();
}

export function approvalsOfOrder(db: Query, orderId: string): Promise<ApprovalRow[]> {
  return tables(db)
    .selectFrom('approvals')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('asked_at')
    .execute();
}

/** What a member of staff gave to a customer without a second person since then. Cents. */
export async function givenAlone(
  db: Query,
  owner: Owner,
  staffId: string,
  since: Date,
): Promise<number> {
  const { cents } = await tables(db)
    .selectFrom('approvals')
    .select(sql<number>`coalesce(sum(amount_cents + along_cents), 0)::int`.as('cents'))
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('asked_by', '=', staffId)
    .where('status', '=', 'approved')
    .where('decided_by', 'is', null)
    .where('asked_at', '>', since)
    .executeTakeFirstOrThrow();
  return cents;
}

/** Those that wait, the oldest first. */
export function waiting(
  db: Query,
  tenant: number,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ApprovalRow[]> {
  return tables(db)
    .selectFrom('approvals')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`status = 'waiting'`)
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function waitingOf(db: Query, { tenant, customerId }: Owner): Promise<ApprovalRow[]> {
  return tables(db)
    .selectFrom('approvals')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .execute();
}

/** The newest first. */
export function decided(
  db: Query,
  tenant: number,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ApprovalRow[]> {
  return tables(db)
    .selectFrom('approvals')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`status <> 'waiting'`)
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countWaiting(db: Query, tenant: number): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('approvals')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`status = 'waiting'`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function moveApprovals(
  tx: Tx,
  tenant: number,
  from: string,
  to: string,
): Promise<void> {
  await tables(tx)
    .updateTable('approvals')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}

export async function isGivingAsked(db: Query, owner: Owner): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('approvals')
    .select('id')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('status', '=', 'waiting')
    .limit(1)
    .execute();
  return found.length > 0;
}
