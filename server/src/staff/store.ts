import type { StaffRole } from '@portside/contract/console/roles';
import { sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query } from '../db/database.ts';

export interface StaffRow {
  id: string;
  tenant_id: number;
  email: string;
  name: string;
  role: StaffRole;
  password_hash: string | null;
  /** Sealed. */
  app_secret: string | null;
  /** The last time step whose code was used. */
  app_step: number;
  is_demo: boolean;
  invited_at: Date;
  joined_at: Date | null;
  removed_at: Date | null;
  /** To help survivors (P05); null: not, or not any more. */
  trained_at: Date | null;
}

export interface StaffSessionRow {
  id: string;
  tenant_id: number;
  staff_id: string;
  created_at: Date;
  /** Both ends are in unmoved time, as customers' are. */
  expires_at: Date;
  unused_until: Date;
  ended_at: Date | null;
  last_seen_at: Date;
  proven_at: Date;
  network: string;
  user_agent: string;
  key_thumbprint: string | null;
}

const tables = (db: Query) => db.withTables<{ staff: StaffRow; staff_sessions: StaffSessionRow }>();

export async function insertStaff(db: Query, row: StaffRow): Promise<boolean> {
  const added = await tables(db)
    .insertInto('staff')
    .values(row)
    .onConflict((on) =>
      on.columns(['tenant_id', 'email']).where('removed_at', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows) === 1;
}

export function staffByEmail(
  db: Query,
  tenant: number,
  email: string,
): Promise<StaffRow | undefined> {
  return tables(db)
    .selectFrom('staff')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

export function staffById(db: Query, tenant: number, id: string): Promise<StaffRow | undefined> {
  return tables(db)
    .selectFrom('staff')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** In a transaction. */
export function lockStaff(tx: Query, tenant: number, id: string): Promise<StaffRow | undefined> {
  return tables(tx)
    .selectFrom('staff')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function changeStaff(
  db: Query,
  id: string,
  change: Partial<
    Pick<
      StaffRow,
      'name' | 'role' | 'password_hash' | 'app_secret' | 'joined_at' | 'removed_at' | 'trained_at'
    >
  >,
): Promise<void> {
  await tables(db).updateTable('staff').set(change).where('id', '=', id).execute();
}

/** False when this code, or a later one, was used already. */
export async function useStep(db: Query, id: string, step: number): Promise<boolean> {
  const used = await tables(db)
    .updateTable('staff')
    .set({ app_step: step })
    .where('id', '=', id)
    .where('app_step', '<', step)
    .executeTakeFirst();
  return Number(used.numUpdatedRows) === 1;
}

export function allStaff(db: Query, tenant: number) {
  return tables(db)
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'role', 'joined_at', 'removed_at', 'app_secret', 'is_demo'])
    .select('trained_at')
    .select((row) =>
      row
        .selectFrom('staff_sessions')
        .select((one) => one.fn.max('last_seen_at').as('seen'))
        .whereRef('staff_sessions.staff_id', '=', 'staff.id')
        .as('seen_at'),
    )
    .where('tenant_id', '=', tenant)
    .orderBy('invited_at')
    .execute();
}

export async function insertSession(db: Query, row: StaffSessionRow): Promise<void> {
  await tables(db).insertInto('staff_sessions').values(row).execute();
}

/** With the role of this moment: what is taken away is gone at the next call. */
export function liveSession(db: Query, tenant: number, id: string, now: Date) {
  return tables(db)
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
    .select(['staff_sessions.id', 'staff_id', 'name', 'email', 'role', 'trained_at'])
    .select(['proven_at', 'last_seen_at', 'key_thumbprint'])
    .where('staff_sessions.tenant_id', '=', tenant)
    .where('staff_sessions.id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('unused_until', '>', now)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

export function liveSessionsOf(db: Query, tenant: number, staffId: string, now: Date) {
  return tables(db)
    .selectFrom('staff_sessions')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('unused_until', '>', now)
    .orderBy('last_seen_at', 'desc')
    .execute();
}

export async function touchSession(
  db: Query,
  id: string,
  seen: Partial<Pick<StaffSessionRow, 'last_seen_at' | 'unused_until' | 'network' | 'proven_at'>>,
): Promise<void> {
  await tables(db).updateTable('staff_sessions').set(seen).where('id', '=', id).execute();
}

/** One, or all; answers how many. */
export async function endSessions(
  db: Query,
  of: { staffId: string; only?: string },
  at: Date,
): Promise<number> {
  let ending = tables(db)
    .updateTable('staff_sessions')
    .set({ ended_at: at })
    .where('staff_id', '=', of.staffId)
    .where('ended_at', 'is', null);
  if (of.only !== undefined) ending = ending.where('id', '=', of.only);
  return Number((await ending.executeTakeFirst()).numUpdatedRows);
}

export async function dropSessions(db: Query, expiredBefore: Date): Promise<void> {
  await clearAway(db, 'staff_sessions', sql`expires_at < ${expiredBefore}`);
}
