import type { Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { personOf, type Person } from './person.ts';
import * as store from './store.ts';

/** With the accounts that were joined to it. Locked: nothing pending is written meanwhile. */
export async function lockWithJoined(tx: Tx, owner: Owner): Promise<Person[]> {
  return (await store.lockWithJoined(tx, owner.tenant, owner.customerId)).map(personOf);
}

/** The row stays, without anything of the person. */
export const emptyPerson = (tx: Tx, { tenant, customerId }: Owner, now: Date): Promise<void> =>
  store.emptyCustomer(tx, tenant, customerId, now);

/** What went to an address that is another account's, too, is that account's. */
export async function addressesLeft(
  tx: Tx,
  tenant: number,
  emails: readonly string[],
): Promise<string[]> {
  const named = emails.filter(Boolean);
  if (named.length === 0) return [];
  const used = new Set(await store.addressesInUse(tx, tenant, named));
  return [...new Set(named)].filter((email) => !used.has(email));
}
