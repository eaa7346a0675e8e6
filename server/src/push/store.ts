import { sql } from 'kysely';
import type { BrowserOf } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

export interface KeysRow {
  tenant_id: number;
  public_key: string;
  /** The private one. */
  sealed: string;
  created_at: Date;
}

export interface SubscriptionRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  /** Which allowed it, and its browser's id where it has one. */
  session_id: string;
  browser_id: string | null;
  user_agent: string;
  /** SHA-256 of the endpoint: one browser is one row, whoever is logged in. */
  endpoint_hash: string;
  /** Endpoint and keys. */
  sealed: string;
  /** With a space between. */
  kinds: string;
  created_at: Date;
  /** When its service last took a notice. */
  used_at: Date | null;
  /** Notices since then: its day's. */
  counted_since: Date | null;
  counted: number;
}

const tables = (db: Query) =>
  db.withTables<{ push_keys: KeysRow; push_subscriptions: SubscriptionRow }>();

export const keysOf = (db: Query, tenant: number): Promise<KeysRow | undefined> =>
  tables(db).selectFrom('push_keys').selectAll().where('tenant_id', '=', tenant).executeTakeFirst();

/** The first ones stay. */
export async function insertKeys(db: Query, row: KeysRow): Promise<void> {
  await tables(db)
    .insertInto('push_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
}

/** Two at once of one customer wait for each other. */
export async function lockPush(tx: Tx, { customerId }: Owner): Promise<void> {
  const key = `push ${customerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** The newest first. */
export const subscriptionsOf = (db: Query, owner: Owner): Promise<SubscriptionRow[]> =>
  tables(db)
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('customer_id', '=', owner.customerId)
    .where('tenant_id', '=', owner.tenant)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const anySubscription = (db: Query, id: string): Promise<SubscriptionRow | undefined> =>
  tables(db).selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();

/** Whose it was before: somebody else may have been logged in there. */
export async function takeSubscription(tx: Tx, row: SubscriptionRow): Promise<void> {
  await tables(tx)
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(row))
    .execute();
}

export async function dropSubscription(db: Query, owner: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('customer_id', '=', owner.customerId)
    .where('tenant_id', '=', owner.tenant)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** All, those of one browser, or all but those. */
export async function dropSubscriptions(
  tx: Tx,
  owner: Owner,
  { of, butOf }: { of?: BrowserOf; butOf?: BrowserOf },
): Promise<void> {
  const isOf = ({ sessionId, browserId }: BrowserOf) =>
    sql<boolean>`(session_id = ${sessionId} or coalesce(browser_id = ${browserId ?? null}, false))`;
  let dropping = tables(tx)
    .deleteFrom('push_subscriptions')
    .where('customer_id', '=', owner.customerId)
    .where('tenant_id', '=', owner.tenant);
  if (of) dropping = dropping.where(isOf(of));
  if (butOf) dropping = dropping.where(sql<boolean>`not ${isOf(butOf)}`);
  await dropping.execute();
}

export async function dropOfOthers(
  tx: Tx,
  { tenant, browserId }: { tenant: number; browserId: string },
  customerId: string,
): Promise<void> {
  await tables(tx)
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', tenant)
    .where('browser_id', '=', browserId)
    .where('customer_id', '<>', customerId)
    .execute();
}

/** @returns how many there are within its day, with this one */
export async function countNotice(db: Query, id: string, now: Date, dayAgo: Date): Promise<number> {
  const isOver = sql`(counted_since is null or counted_since < ${dayAgo})`;
  const { rows } = await sql<{ counted: number }>`
    update push_subscriptions set
      counted = case when ${isOver} then 1 else counted + 1 end,
      counted_since = case when ${isOver} then ${now} else counted_since end
    where id = ${id} returning counted`.execute(db);
  return rows[0]?.counted ?? 0;
}

export async function noteUsed(db: Query, id: string, at: Date): Promise<void> {
  await tables(db)
    .updateTable('push_subscriptions')
    .set({ used_at: at })
    .where('id', '=', id)
    .execute();
}
