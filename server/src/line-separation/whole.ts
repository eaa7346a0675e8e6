import { ANSWER_DAYS } from '@portside/contract/line-separation';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { endOfBusinessDays } from './business-days.ts';
import { keepProven } from './keeping.ts';
import { missingOf } from './shown.ts';
import * as store from './store.ts';
import { tellStaff } from './telling-staff.ts';

/** Whoever sends and removes in turns writes to staff no more often. */
const TOLD_AGAIN_AFTER = minutes(60);

/**
 * The days begin when nothing is missing any more, and anew when something was; only then its lines are
 * kept. Under the lock of the request. @returns it as it is now
 */
export async function lookAtWhole(
  app: App,
  tx: Tx,
  row: store.SeparationRow,
): Promise<store.SeparationRow> {
  const [lines, documents] = await Promise.all([
    store.linesOf(tx, row.id),
    store.documentsOf(tx, row.id),
  ]);
  const isWhole = missingOf(lines, documents).length === 0;
  const now = { ...row };
  if (isWhole && !row.whole_at) Object.assign(now, await begin(app, tx, row));
  if (!isWhole && row.whole_at) {
    const none = { whole_at: null, answer_by: null };
    await store.changeSeparation(tx, row.id, none);
    Object.assign(now, none);
  }
  await keepProven(app, tx, now);
  return now;
}

async function begin(app: App, tx: Tx, row: store.SeparationRow) {
  const now = app.clock.now();
  const { timeZone } = app.brands.byTenant(row.tenant_id);
  const answerBy = endOfBusinessDays(now, ANSWER_DAYS, timeZone);
  const isTold = row.staff_told_at && later(row.staff_told_at, TOLD_AGAIN_AFTER) > now;
  const tells = !isTold && (await tellStaff(app, tx, row.tenant_id, 'waits', answerBy));
  // Null: the job tells it, within the hour.
  const told = isTold ? row.staff_told_at : null;
  const begun = {
    whole_at: now,
    answer_by: answerBy,
    staff_told_at: tells ? now : told,
    staff_reminded_at: null,
    staff_warned_at: null,
  };
  await store.changeSeparation(tx, row.id, begun);
  return begun;
}
