import type { Query, Tx } from '../db/database.ts';
import { ownerOfRow, type Customer, type Owner } from '../http/who.ts';
import { isOver } from './progress.ts';
import * as store from './store.ts';
import * as submits from './submit-store.ts';
import { holdOpen } from '../account/joining.ts';

/** @throws Error for a draft from before the login */
export function requireOwner(row: store.PortInRow): Owner {
  const owner = ownerOfRow(row);
  if (!owner) throw new Error(`Port-in ${row.id} is nobody's`);
  return owner;
}

/** Locks it; a draft from before the login becomes the customer's. */
export async function lockOwn(
  tx: Tx,
  who: Customer,
  id: string,
): Promise<store.PortInRow | undefined> {
  const row = await store.lockUsablePortIn(tx, who, id);
  if (!row) return undefined;
  if (row.customer_id === null) {
    await holdOpen(tx, who);
    await store.setPortIn(tx, id, { customer_id: who.customerId });
  }
  return { ...row, customer_id: who.customerId };
}

export async function moveCustomer(
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> {
  await store.movePortIns(tx, tenant, from, to);
  await submits.moveSubmits(tx, tenant, from, to);
}

export { isPortingIn } from './store.ts';

export async function findOwn(
  db: Query,
  who: Customer,
  msisdn: string,
): Promise<string | undefined> {
  const own = await store.portInsOfNumberFor(db, who, msisdn);
  return (own.find((row) => !isOver(row.status)) ?? own[0])?.id;
}
