import type { stopAddOn as stopAddOnCall } from '@portside/contract/add-ons';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { say } from '../words/say.ts';
import { publish } from './add-on-kind.ts';
import { keepable } from './keepable.ts';
import * as store from './store.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { lockForWork } from '../lines/line-work.ts';
import { viewAnyRenewable, viewRenewable } from '../lines/renewable.ts';

type Call = typeof stopAddOnCall;

/**
 * Harmless when repeated. Not while a payment is under way, which may be for it.
 * @throws No `not_found`, also for another customer's line
 */
export async function stopAddOn(
  app: App,
  who: Customer,
  { id: lineId, addOnId }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const line = await viewRenewable(app.db.query, who, lineId);
  if (!line) throw notFound();
  if (line.status === 'ended') return refused('line_ended');
  return app.db.transaction(async (tx) => {
    await lockForWork(tx, lineId);
    const busy = await lineBusy(tx, lineId, 'add_on_stop', who);
    if (busy) return busy;
    if (await store.stopRecurring(tx, { lineId, addOnId }, app.clock.now())) {
      await publish(app, tx, lineId);
    }
    const message = say(who.language, 'It won’t be bought again. What you paid for stays.');
    return { message };
  });
}

/**
 * Hold the line's lock. @returns false when it was not stopped, its days are over, or those after
 * them are paid without it
 */
export async function takeStopBack(
  app: App,
  tx: Tx,
  one: { lineId: string; addOnId: string },
): Promise<boolean> {
  const now = app.clock.now();
  const line = await viewAnyRenewable(tx, one.lineId);
  const rows = keepable(await store.stoppedRows(tx, one, now), line?.periods ?? [], now);
  if (rows.length === 0) return false;
  const ids = rows.map((row) => row.id);
  await store.keepStopped(tx, ids);
  await publish(app, tx, one.lineId);
  return true;
}

export async function isRecurring(
  db: Query,
  { lineId, addOnId }: { lineId: string; addOnId: string },
): Promise<boolean> {
  return (await store.recurringOf(db, lineId)).some((row) => row.add_on_id === addOnId);
}
