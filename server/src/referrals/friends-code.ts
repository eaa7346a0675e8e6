import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Brand } from '../brands/brands.ts';
import { holdCredit } from '../credit/credit.ts';
import type { Query, Tx } from '../db/database.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import { hasLiveLine } from '../lines/lines.ts';
import { tellOfNone } from './crediting.ts';
import { readCode } from './spelling.ts';
import * as store from './store.ts';

const A_YEAR = days(365);

/** What a friend's code promises, kept with the quote. Cents. */
export interface FriendsCode {
  readonly codeId: string;
  readonly code: string;
  readonly referrerCents: number;
  readonly friendCents: number;
}

export type NoFriend = 'promo_unknown' | 'friend_not_new';

/** Who gives it. Nobody knows of a visitor whether they are new. */
export interface Giver {
  readonly owner: Owner;
  readonly isNew: () => Promise<boolean>;
}

/**
 * A code that counts now for who gives it. That somebody is not new is said of all that is spelled like
 * a code; what else is wrong would tell of its customer, and is unknown.
 */
export async function findFriendsCode(
  app: App,
  { referrals, client }: Brand,
  typed: string,
  giver: Giver | undefined,
): Promise<FriendsCode | NoFriend> {
  const code = readCode(typed);
  if (!referrals || !code) return 'promo_unknown';
  if (giver && !(await giver.isNew())) return 'friend_not_new';
  const db = app.db.query;
  const row = await store.codeAs(db, client.mvnoId, code);
  if (!row || !(await counts(app, db, row, referrals.mostInYear, giver?.owner))) {
    return 'promo_unknown';
  }
  const { referrerCents, friendCents } = referrals;
  return { codeId: row.id, code, referrerCents, friendCents };
}

async function counts(
  app: App,
  db: Query,
  row: store.CodeRow,
  mostInYear: number,
  giver: Owner | undefined,
): Promise<boolean> {
  const referrer = ownerOfRow(row);
  if (!(await hasLiveLine(db, referrer))) return false;
  if (await hasEnough(app, db, referrer, mostInYear)) return false;
  // Whose mailbox or card it is would be told to whoever has the code: asked with the credit alone.
  return giver?.customerId !== referrer.customerId;
}

const hasEnough = async (app: App, db: Query, referrer: Owner, mostInYear: number) =>
  (await store.countFriends(db, referrer, later(app.clock.now(), -A_YEAR))) >= mostInYear;

/**
 * With the order, in its transaction. The amounts are those of the quote; whether the code counts is
 * asked again. The caller serializes the friend's orders.
 */
export async function noteFriend(
  app: App,
  tx: Tx,
  brand: Brand,
  friend: FriendsCode,
  { orderId, giver }: { orderId: string; giver: Giver },
): Promise<NoFriend | undefined> {
  if (!(await giver.isNew())) return 'friend_not_new';
  const { owner } = giver;
  const row = await store.lockCode(tx, owner.tenant, friend.codeId);
  const most = brand.referrals?.mostInYear ?? Infinity;
  if (!row || !(await counts(app, tx, row, most, owner))) return 'promo_unknown';
  await store.insertReferral(tx, {
    id: app.random.id('ref'),
    tenant_id: owner.tenant,
    customer_id: owner.customerId,
    code_id: row.id,
    order_id: orderId,
    line_id: null,
    state: 'asked',
    why: null,
    referrer_cents: friend.referrerCents,
    friend_cents: friend.friendCents,
    renewal_id: null,
    asked_at: app.clock.now(),
    joined_at: null,
    decided_at: null,
  });
  return undefined;
}

/** The order is placed again, with another code or none. */
export const forgetFriend = store.deleteAsked;

/** The friend's first order is paid. Of two codes the first one has the friend. */
export async function joinThrough(
  app: App,
  tx: Tx,
  { orderId, lineId }: { orderId: string; lineId: string },
): Promise<void> {
  const found = await store.anyOfOrder(tx, orderId);
  if (found?.state !== 'asked') return;
  const owner = ownerOfRow(found);
  await holdCredit(app, tx, owner);
  const code = await store.lockCode(tx, owner.tenant, found.code_id);
  const row = await store.lockAnyReferral(tx, found.id);
  if (row?.state !== 'asked') return;
  const now = app.clock.now();
  const joined = { line_id: lineId, joined_at: now };
  const others = await store.joinedThrough(tx, owner);
  if (others.some(({ state }) => state !== 'not_counted')) {
    const decided = { state: 'not_counted', why: 'other_friend', decided_at: now } as const;
    await store.setReferral(tx, row.id, { ...joined, ...decided });
    return tellOfNone(app, tx, row, decided.why);
  }
  const most = app.brands.byTenant(owner.tenant).referrals?.mostInYear ?? Infinity;
  const isFull = code && (await hasEnough(app, tx, ownerOfRow(code), most));
  await store.setReferral(tx, row.id, {
    ...joined,
    state: 'joined',
    ...(isFull && { referrer_cents: 0 }),
  });
}

/** Two accounts became one: so did their codes and friends. */
export const moveCustomer = (
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> => store.moveRows(tx, tenant, from, to);
