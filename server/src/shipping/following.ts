import type { App } from '../app.ts';
import { later } from '../clock.ts';
import type { Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { publishCard } from '../lines/card-arrives.ts';
import { beginCard, isLate, LATE_AFTER, lockShipment } from './shipments.ts';
import * as store from './store.ts';
import { tell } from './telling.ts';

/** Starts what waited long enough, and tells of cards that may be lost. Concurrent runs are harmless. */
export async function followMail(app: App): Promise<void> {
  const { query } = app.db;
  const now = app.clock.now();
  const late = await store.lateSince(query, later(now, -LATE_AFTER));
  await sweep(app, late, (id) => tellLate(app, id), 'nobody was told of a late SIM card yet');
  const due = await store.toStart(query, now);
  await sweep(app, due, (id) => start(app, id), 'a line did not start without its customer yet');
}

export const nextOfMail = (): Moment => store.nextDue(LATE_AFTER);

function tellLate(app: App, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const both = await lockShipment(app, tx, id);
    const now = app.clock.now();
    if (!both || both.card.late_told_at || !isLate(both.card, now)) return;
    await store.set(tx, id, { late_told_at: now });
    await tell(app, tx, both.card, 'late');
    await publishCard(app, tx, both.line.id);
  });
}

function start(app: App, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const both = await lockShipment(app, tx, id);
    const startsAt = both?.card.starts_at;
    if (!both || !startsAt || startsAt > app.clock.now()) return;
    if (await beginCard(app, tx, both, both.card.iccid)) return;
    throw new Error(`The SIM card of ${id} is known to be another line's`);
  });
}
