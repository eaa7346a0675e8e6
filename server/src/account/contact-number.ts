import type { App } from '../app.ts';
import { later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { Owner, Visitor } from '../http/who.ts';
import { noteActivity } from '../sessions/activity.ts';
import * as addresses from './address-store.ts';
import { DENIAL_LIVES } from './denials.ts';
import { viewPerson } from './person.ts';
import * as store from './store.ts';

type Clocked = Pick<App, 'clock'>;

export async function changeContactNumber(
  app: Clocked,
  tx: Tx,
  owner: Owner,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { tenant, customerId } = owner;
  const now = app.clock.now();
  await addresses.forgetNumbers(tx, owner, later(now, -DENIAL_LIVES));
  if (from !== to) await addresses.noteNumberLeft(tx, owner, from, now);
  await store.updateCustomer(tx, tenant, customerId, { contact_number: to });
}

/** To what it was seven days ago: nobody knows for how long somebody else was in. */
export async function restoreContactNumber(
  app: App,
  tx: Tx,
  owner: Visitor & Owner,
): Promise<boolean> {
  const since = later(app.clock.now(), -DENIAL_LIVES);
  const former = await addresses.firstNumberLeftSince(tx, owner, since);
  await addresses.forgetNumbers(tx, owner, app.clock.now());
  const { contactNumber } = await viewPerson(tx, owner);
  if (!former || former.number === contactNumber) return false;
  const { tenant, customerId } = owner;
  await store.updateCustomer(tx, tenant, customerId, { contact_number: former.number });
  await noteActivity(app, tx, owner, 'phone_changed');
  return true;
}
