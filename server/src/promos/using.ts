import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import * as store from './store.ts';

/** What a code takes off the plan. One of the two is set; cents. */
export interface PromoOff {
  readonly code: string;
  readonly percentOff: number | null;
  readonly centsOff: number | null;
  /** Of each payment of the line, not of the first alone. */
  readonly everyPeriod: boolean;
}

export interface Promo extends PromoOff {
  readonly id: string;
}

type NotUsable =
  | 'promo_unknown'
  | 'promo_expired'
  | 'promo_not_yet'
  | 'promo_used_up'
  | 'promo_already_used';

/** Whether there is a code that counts now. */
export function hasPromos(app: App, tenant: number): Promise<boolean> {
  return store.hasPromos(app.db.query, tenant, app.clock.now());
}

interface User {
  readonly customerId: string | undefined;
  /** The order that has it, or will have it. */
  readonly orderId: string | undefined;
}

/** As it would be used now. The last use is counted with the order alone. */
export async function findPromo(
  app: App,
  tenant: number,
  code: string,
  by: User,
): Promise<Promo | NotUsable> {
  const row = await store.promoOfCode(app.db.query, tenant, code);
  if (!row) return 'promo_unknown';
  const now = app.clock.now();
  if (row.ended_at || (row.ends_at && row.ends_at <= now)) return 'promo_expired';
  if (row.starts_at && row.starts_at > now) return 'promo_not_yet';
  return (await usedUp(app.db.query, row, by)) ?? { id: row.id, ...offOf(row) };
}

const offOf = (row: store.PromoRow | store.UseRow): PromoOff => ({
  code: row.code,
  percentOff: row.percent_off,
  centsOff: row.cents_off,
  everyPeriod: row.every_period,
});

/** The customer's own limit first: they can do nothing about the other. */
async function usedUp(
  db: Query,
  row: store.PromoRow,
  { customerId, orderId = '' }: User,
): Promise<'promo_used_up' | 'promo_already_used' | undefined> {
  const isTheirs =
    row.most_each !== null &&
    customerId !== undefined &&
    (await store.usesOf(db, row.id, customerId, orderId)) >= row.most_each;
  if (isTheirs) return 'promo_already_used';
  if (row.most_uses === null || row.used < row.most_uses) return undefined;
  const own = await store.useOfOrder(db, orderId);
  const others = row.used - (own?.promo_id === row.id ? 1 : 0);
  return others >= row.most_uses ? 'promo_used_up' : undefined;
}

/**
 * Counts it, in the order's transaction: of two who want the last use one has it. A price that was
 * quoted stands, so only the counts are asked again. The caller serializes the customer's orders.
 */
export async function usePromo(
  app: App,
  tx: Tx,
  promo: Promo,
  { orderId, owner }: { orderId: string; owner: Owner },
): Promise<'promo_used_up' | 'promo_already_used' | undefined> {
  const row = await store.lockPromo(tx, owner.tenant, promo.id);
  if (!row) return 'promo_used_up';
  const no = await usedUp(tx, row, { customerId: owner.customerId, orderId });
  if (no) return no;
  await store.putUse(tx, {
    order_id: orderId,
    tenant_id: owner.tenant,
    promo_id: promo.id,
    customer_id: owner.customerId,
    code: promo.code,
    percent_off: promo.percentOff,
    cents_off: promo.centsOff,
    every_period: promo.everyPeriod,
    line_id: null,
    used_at: app.clock.now(),
    given_back_at: null,
  });
  await store.setPromo(tx, promo.id, { used: row.used + 1 });
  return undefined;
}

/** The order is undone; what its line has of a code for every period stays. Harmless when repeated. */
export async function giveBackPromo(
  app: App,
  tx: Tx,
  { orderId, tenant, hasLine }: { orderId: string; tenant: number; hasLine: boolean },
): Promise<void> {
  const use = await store.useOfOrder(tx, orderId);
  if (!use || (hasLine && use.line_id !== null)) return;
  const row = await store.lockPromo(tx, tenant, use.promo_id);
  if (!row || !(await store.endUse(tx, orderId, app.clock.now()))) return;
  await store.setPromo(tx, row.id, { used: row.used - 1 });
}

/** The line keeps a code for every period, whatever becomes of the code. */
export const keepPromoForLine = store.setLine;

export { isUsedOnLine as hasPromo } from './store.ts';

export async function promoOfLine(db: Query, lineId: string): Promise<PromoOff | undefined> {
  const use = await store.useOfLine(db, lineId);
  return use && offOf(use);
}

/** Two accounts became one: so did what they used. */
export const moveCustomer = (
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> => store.moveUses(tx, tenant, from, to);
