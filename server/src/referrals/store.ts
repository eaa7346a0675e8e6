import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

export interface CodeRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  code: string;
  created_at: Date;
}

export interface ReferralRow {
  id: string;
  tenant_id: number;
  /** The friend. */
  customer_id: string;
  code_id: string;
  /** Of the friend's line. */
  order_id: string;
  /** Once that order is paid. */
  line_id: string | null;
  state: 'asked' | 'joined' | 'credited' | 'not_counted';
  why: 'same_person' | 'not_new' | 'other_friend' | 'money_back' | null;
  /** Zero where the referrer had enough friends. */
  referrer_cents: number;
  friend_cents: number;
  /** The order that paid for the second period. */
  renewal_id: string | null;
  asked_at: Date;
  joined_at: Date | null;
  decided_at: Date | null;
}

const tables = (db: Query) => db.withTables<{ referral_codes: CodeRow; referrals: ReferralRow }>();

/** One at a time makes a customer's code. */
export async function lockCodesOf(tx: Tx, { customerId }: Owner): Promise<void> {
  const key = `referral code ${customerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** The oldest first; more than one where accounts joined. */
export function codesOf(db: Query, { tenant, customerId }: Owner): Promise<CodeRow[]> {
  return tables(db)
    .selectFrom('referral_codes')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function codeAs(db: Query, tenant: number, code: string): Promise<CodeRow | undefined> {
  return tables(db)
    .selectFrom('referral_codes')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('code', '=', code)
    .executeTakeFirst();
}

export function lockCode(tx: Tx, tenant: number, id: string): Promise<CodeRow | undefined> {
  return tables(tx)
    .selectFrom('referral_codes')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export function codeOfId(db: Query, tenant: number, id: string): Promise<CodeRow | undefined> {
  return tables(db)
    .selectFrom('referral_codes')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** @returns false when there is one of this spelling */
export async function insertCode(tx: Tx, row: CodeRow): Promise<boolean> {
  const added = await tables(tx)
    .insertInto('referral_codes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'code']).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** Friends who bring the customer something, and joined since then. */
export async function countFriends(db: Query, referrer: Owner, since: Date): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('referrals')
    .innerJoin('referral_codes', 'referral_codes.id', 'code_id')
    .select((all) => all.fn.countAll<string>().as('count'))
    .where('referral_codes.tenant_id', '=', referrer.tenant)
    .where('referral_codes.customer_id', '=', referrer.customerId)
    .where('state', 'in', ['joined', 'credited'])
    .where('referrer_cents', '>', 0)
    .where('joined_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Who joined, the newest first. */
export function friendsOf(db: Query, referrer: Owner, limit: number): Promise<ReferralRow[]> {
  return tables(db)
    .selectFrom('referrals')
    .innerJoin('referral_codes', 'referral_codes.id', 'code_id')
    .selectAll('referrals')
    .where('referral_codes.tenant_id', '=', referrer.tenant)
    .where('referral_codes.customer_id', '=', referrer.customerId)
    .where('joined_at', 'is not', null)
    .orderBy('joined_at', 'desc')
    .orderBy('referrals.id', 'desc')
    .limit(limit)
    .execute();
}

/** Through whom the customer joined, the newest first. */
export function joinedThrough(db: Query, friend: Owner): Promise<ReferralRow[]> {
  return tables(db)
    .selectFrom('referrals')
    .selectAll()
    .where('tenant_id', '=', friend.tenant)
    .where('customer_id', '=', friend.customerId)
    .where('joined_at', 'is not', null)
    .orderBy('joined_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function insertReferral(tx: Tx, row: ReferralRow): Promise<void> {
  await tables(tx).insertInto('referrals').values(row).execute();
}

/** The order is placed again. */
export async function deleteAsked(tx: Tx, orderId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('referrals')
    .where('order_id', '=', orderId)
    .where('state', '=', 'asked')
    .execute();
}

export function anyOfOrder(db: Query, orderId: string): Promise<ReferralRow | undefined> {
  return tables(db)
    .selectFrom('referrals')
    .selectAll()
    .where((or) => or.or([or('order_id', '=', orderId), or('renewal_id', '=', orderId)]))
    .executeTakeFirst();
}

export function joinedOnLine(db: Query, lineId: string): Promise<ReferralRow | undefined> {
  return tables(db)
    .selectFrom('referrals')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('state', '=', 'joined')
    .executeTakeFirst();
}

export function lockAnyReferral(tx: Tx, id: string): Promise<ReferralRow | undefined> {
  return tables(tx)
    .selectFrom('referrals')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function setReferral(
  tx: Tx,
  id: string,
  values: Partial<Omit<ReferralRow, 'id'>>,
): Promise<void> {
  await tables(tx).updateTable('referrals').set(values).where('id', '=', id).execute();
}

export async function moveRows(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('referral_codes')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
  await tables(tx)
    .updateTable('referrals')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}
