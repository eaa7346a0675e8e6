import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { isOfCart } from './purchase.ts';
import * as store from './store.ts';
import { addCredit, creditOf, holdCredit } from '../credit/credit.ts';

const usedBy = (order: Pick<store.OrderRow, 'quote'>) => order.quote.amounts.creditUsed ?? 0;

/** Without the credit of open orders, but for this cart's own. Cents. */
export async function freeCredit(db: Query, owner: Owner, butCart?: string): Promise<number> {
  const all = await creditOf(db, owner);
  // Most have none, and promised none of it.
  return all > 0 ? Math.max(0, all - (await heldCredit(db, owner, butCart))) : 0;
}

/** Promised to open orders. Cents. */
export async function heldCredit(db: Query, owner: Owner, butCart?: string): Promise<number> {
  const open = await store.openOrdersOf(db, owner);
  const others = open.filter((one) => butCart === undefined || !isOfCart(one, butCart));
  return others.reduce((sum, one) => sum + usedBy(one), 0);
}

/** Most orders use none, and nothing is asked for them. It stays free until the caller commits. */
export async function isCreditFree(
  app: App,
  tx: Tx,
  owner: Owner,
  { cents, butCart }: { cents: number; butCart?: string },
): Promise<boolean> {
  if (cents === 0) return true;
  await holdCredit(app, tx, owner);
  return cents <= (await freeCredit(tx, owner, butCart));
}

/** All there is, but a card is never charged less than the provider's minimum. */
export function creditFor(totalCents: number, freeCents: number, leastCents: number): number {
  const most = Math.max(0, Math.min(totalCents, freeCents));
  const due = totalCents - most;
  if (due === 0 || due >= leastCents) return most;
  return Math.max(0, Math.min(most, totalCents - leastCents));
}

/** From the first line on: what of it each one uses. Cents. */
export function shareCredit(cents: number, totals: readonly number[]): number[] {
  let left = cents;
  return totals.map((total) => {
    const used = Math.min(total, left);
    left -= used;
    return used;
  });
}

/** What of it a payment of so much would use now. Cents. */
export async function creditOn(
  app: App,
  db: Query,
  payer: Owner,
  totalCents: number,
): Promise<number> {
  const { leastCents } = app.adapters.of(payer.tenant).payment;
  return creditFor(totalCents, await freeCredit(db, payer), leastCents);
}

export async function spendCredit(app: App, tx: Tx, order: store.OrderRow): Promise<void> {
  const entry = { cents: -usedBy(order), reason: 'used', cause: order.id } as const;
  await addCredit(app, tx, ownerOfRow(order), entry);
}

export async function returnCredit(app: App, tx: Tx, order: store.OrderRow): Promise<void> {
  const entry = { cents: usedBy(order), reason: 'returned', cause: order.id } as const;
  await addCredit(app, tx, ownerOfRow(order), entry);
}
