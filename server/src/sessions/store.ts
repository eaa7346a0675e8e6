import { sql } from 'kysely';
import type { App, BrowserOf } from '../app.ts';
import { unmoved } from '../clock.ts';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { writeLast, type WriteAll } from '../db/transactions.ts';
import type { Owner } from '../http/who.ts';

export type OpenedBy = 'password' | 'code' | 'passkey';
export type ProofBy = OpenedBy | 'app' | 'recovery_code';

export interface SessionRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  created_at: Date;
  /** People stay logged in when the sandbox's time is moved: both ends are in unmoved time. */
  expires_at: Date;
  ended_at: Date | null;
  network: string;
  user_agent: string;
  /** Null for the customer. */
  agent: string | null;
  /** For the account's settings; good for ten minutes. */
  proven_at: Date | null;
  /** Null: before it was noted. */
  opened_by: OpenedBy | null;
  /** For one action: null once it is used up. */
  proof_at: Date | null;
  proof_by: ProofBy | null;
  /** The action that was named with it (`actionOf`). */
  proof_for: string | null;
  /** RFC 7638; null for a plain token. */
  key_thumbprint: string | null;
  browser_id: string | null;
  last_seen_at: Date;
  unused_until: Date;
}

export interface ActivityRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  at: Date;
  kind: string;
  detail: Record<string, string>;
  network: string;
  user_agent: string;
  agent: string | null;
}

export interface KnownBrowserRow {
  tenant_id: number;
  customer_id: string;
  browser_id: string;
  since: Date;
  seen_at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    sessions: SessionRow;
    activity: ActivityRow;
    known_browsers: KnownBrowserRow;
    used_proofs: { hash: string; expires_at: Date };
  }>();

export async function insertSession(db: Query, row: SessionRow): Promise<void> {
  await tables(db).insertInto('sessions').values(row).execute();
}

export async function dropSessions(
  db: Query,
  before: { expired: Date; ended: Date },
): Promise<void> {
  await clearAway(db, 'sessions', sql`expires_at < ${before.expired}`);
  await clearAway(db, 'sessions', sql`ended_at < ${before.ended}`);
}

const liveSessions = prepared((db, tenant: number, id: string, now: Date) =>
  tables(db)
    .selectFrom('sessions')
    .select(['id', 'tenant_id', 'customer_id', 'agent', 'key_thumbprint'])
    .select(['expires_at', 'proven_at', 'last_seen_at'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('unused_until', '>', now)
    .compile(),
);

export async function liveSession(db: Query, tenant: number, id: string, now: Date) {
  const [found] = await liveSessions(db, tenant, id, now);
  return found;
}

export async function liveAmong(db: Query, ids: string[], now: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('unused_until', '>', now)
    .execute();
  return rows.map((row) => row.id);
}

export function liveSessionsOf(db: Query, owner: Owner, now: Date) {
  return tables(db)
    .selectFrom('sessions')
    .selectAll()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('unused_until', '>', now)
    .orderBy('last_seen_at', 'desc')
    .execute();
}

export async function hadSession(db: Query, owner: Owner, thumbprint: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('key_thumbprint', '=', thumbprint)
    .where('agent', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function hadSessionFrom(
  db: Query,
  owner: Owner,
  from: { network: string; userAgent: string },
): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('network', '=', from.network)
    .where('user_agent', '=', from.userAgent)
    .where('agent', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function touchSession(
  db: Query,
  id: string,
  seen: { at: Date; network: string; unusedUntil: Date },
): Promise<void> {
  await tables(db)
    .updateTable('sessions')
    .set({
      last_seen_at: seen.at,
      network: seen.network,
      unused_until: seen.unusedUntil,
    })
    .where('id', '=', id)
    .execute();
}

type Proof = Pick<SessionRow, 'proof_at' | 'proof_by' | 'proof_for'>;

export async function proveSession(
  db: Query,
  id: string,
  values: Partial<Proof & Pick<SessionRow, 'proven_at'>>,
): Promise<void> {
  await tables(db)
    .updateTable('sessions')
    .set(values)
    .where('id', '=', id)
    .where('agent', 'is', null)
    .execute();
}

export const proofOf = (db: Query, id: string) =>
  tables(db)
    .selectFrom('sessions')
    .select(['opened_by', 'proof_at', 'proof_by', 'proof_for'])
    .where('id', '=', id)
    .where('agent', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** False when another action was faster. */
export async function spendProof(db: Query, id: string, at: Date): Promise<boolean> {
  const spent = await tables(db)
    .updateTable('sessions')
    .set({ proof_at: null, proof_by: null, proof_for: null })
    .where('id', '=', id)
    .where('proof_at', '=', at)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Nothing came of the action. A newer one stays. */
export async function returnProof(db: Query, id: string, proof: Proof): Promise<void> {
  await tables(db)
    .updateTable('sessions')
    .set(proof)
    .where('id', '=', id)
    .where('proof_at', 'is', null)
    .execute();
}

export async function forgetProofs(db: Query, of: { owner: Owner; except: string }): Promise<void> {
  await tables(db)
    .updateTable('sessions')
    .set({ proven_at: null, proof_at: null, proof_by: null, proof_for: null })
    .where('tenant_id', '=', of.owner.tenant)
    .where('customer_id', '=', of.owner.customerId)
    .where('id', '<>', of.except)
    .execute();
}

/** One, all but one, or all; answers how many. */
export async function endSessions(
  { clock }: Pick<App, 'clock'>,
  db: Query,
  of: { owner: Owner; only?: string; except?: string },
): Promise<number> {
  let ending = tables(db)
    .updateTable('sessions')
    .set({ ended_at: clock.now() })
    .where('tenant_id', '=', of.owner.tenant)
    .where('customer_id', '=', of.owner.customerId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', unmoved(clock));
  if (of.only !== undefined) ending = ending.where('id', '=', of.only);
  if (of.except !== undefined) ending = ending.where('id', '<>', of.except);
  const ended = await ending.executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

export async function holdSession(tx: Tx, tenant: number, id: string): Promise<boolean> {
  const found = await tables(tx)
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}

/** The newest that the customer had in the session's browser, or that one alone. */
export async function lastEnd(
  db: Query,
  owner: Owner,
  { sessionId, browserId }: BrowserOf,
): Promise<Date | undefined> {
  const found = await tables(db)
    .selectFrom('sessions')
    .select('ended_at')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('agent', 'is', null)
    .where((row) => row.or([row('id', '=', sessionId), row('browser_id', '=', browserId ?? null)]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.ended_at ?? undefined;
}

export async function browserOfSession(
  db: Query,
  owner: Owner,
  id: string,
): Promise<string | undefined> {
  const found = await tables(db)
    .selectFrom('sessions')
    .select('browser_id')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.browser_id ?? undefined;
}

export function insertActivity(db: Query, row: ActivityRow): Promise<void> {
  return writeLast(db, insertActivities, row);
}

const insertActivities: WriteAll<ActivityRow> = (db, rows) =>
  tables(db)
    .insertInto('activity')
    .values(rows.map((row) => ({ ...row, detail: JSON.stringify(row.detail) as never })))
    .compile();

export function activityOf(
  db: Query,
  of: { owner: Owner; before: string | undefined; limit: number },
) {
  let found = tables(db)
    .selectFrom('activity')
    .selectAll()
    .where('tenant_id', '=', of.owner.tenant)
    .where('customer_id', '=', of.owner.customerId)
    .orderBy('id', 'desc')
    .limit(of.limit);
  if (of.before !== undefined) found = found.where('id', '<', of.before);
  return found.execute();
}

export async function dropActivity(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'activity', sql`at < ${before}`);
}

export async function saveKnownBrowser(db: Query, row: KnownBrowserRow): Promise<void> {
  await tables(db)
    .insertInto('known_browsers')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'customer_id', 'browser_id'])
        .doUpdateSet({ seen_at: row.seen_at }),
    )
    .execute();
}

export async function isKnownBrowser(db: Query, owner: Owner, browserId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('known_browsers')
    .select('since')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('browser_id', '=', browserId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Which of these customers it is known to. */
export async function knownTo(
  db: Query,
  { tenant, customerIds }: { tenant: number; customerIds: readonly string[] },
  browserId: string,
): Promise<string[]> {
  const found = await tables(db)
    .selectFrom('known_browsers')
    .select('customer_id')
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`customer_id = any(${customerIds}::text[])`)
    .where('browser_id', '=', browserId)
    .execute();
  return found.map((row) => row.customer_id);
}

/** All, all but a session's browser, or only that. */
export async function dropKnownBrowsers(
  db: Query,
  owner: Owner,
  { butOf, of }: { butOf?: string; of?: string },
): Promise<void> {
  const browserOf = (sessionId: string) =>
    tables(db)
      .selectFrom('sessions')
      .select('browser_id')
      .where('id', '=', sessionId)
      .where('browser_id', 'is not', null);
  let dropping = tables(db)
    .deleteFrom('known_browsers')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId);
  if (butOf !== undefined) dropping = dropping.where('browser_id', 'not in', browserOf(butOf));
  if (of !== undefined) dropping = dropping.where('browser_id', 'in', browserOf(of));
  await dropping.execute();
}

export async function dropOldBrowsers(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'known_browsers', sql`seen_at < ${before}`);
}

const insertProof = prepared((db, hash: string, expiresAt: Date) =>
  tables(db)
    .insertInto('used_proofs')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .compile(),
);

export async function useProof(db: Query, hash: string, expiresAt: Date): Promise<boolean> {
  const inserted = await insertProof(db, hash, expiresAt);
  return inserted.length === 1;
}

export async function dropProofs(db: Query, before: Date): Promise<void> {
  await tables(db).deleteFrom('used_proofs').where('expires_at', '<', before).execute();
}

export function activityKindsSince(
  db: Query,
  owner: Owner,
  kinds: readonly string[],
  since: Date,
): Promise<{ kind: string }[]> {
  return tables(db)
    .selectFrom('activity')
    .select('kind')
    .distinct()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('kind', 'in', kinds)
    .where('at', '>', since)
    .execute();
}
