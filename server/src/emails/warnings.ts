import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import * as store from './store.ts';

/** Every email waits a moment: less than that moves no time that was told. */
const AT_ONCE = minutes(1);

/** A delay runs from the moment that a mail server takes the first email of this warning. */
export async function beginWarning(
  app: App,
  tx: Tx,
  { tenant, about }: { tenant: number; about: string },
): Promise<string> {
  const id = app.random.id('wrn');
  const queued_at = app.clock.now();
  await store.insertWarning(tx, { id, tenant_id: tenant, about, queued_at, taken_at: null });
  return id;
}

/** @returns when the delay is over; undefined while no mail server took the warning */
export async function delayEnds(
  db: Query,
  about: string,
  planned: Date,
): Promise<Date | undefined> {
  const warning = await store.warningAbout(db, about);
  // Of an earlier version.
  if (!warning) return planned;
  if (!warning.taken_at) return undefined;
  const late = warning.taken_at.getTime() - warning.queued_at.getTime();
  return late > AT_ONCE ? later(planned, late) : planned;
}

/** For operators: what no mail server took within a minute, oldest first. */
export const untakenWarnings = (app: App) =>
  store.untakenWarnings(app.db.query, later(app.clock.now(), -AT_ONCE));
