import type { App } from '../app.ts';
import { days, later, unmoved } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sweepProofs } from './key-proof.ts';
import * as store from './store.ts';

const forgetProofs = defineJob('forget-proofs');
const dropSessions = defineJob('drop-sessions');
const forgetBrowsers = defineJob('forget-browsers');
const dropActivity = defineJob('drop-activity');

/** For questions about a break-in. */
const KEPT = days(90);
/** After this long a browser counts as new. */
const BROWSERS_KEPT = days(400);
/** Records are required for three years (47 CFR 64.2010). */
const ACTIVITY_KEPT = days(3 * 366 + 30);

export const handlers = [
  handle(forgetProofs, (app) => sweepProofs(app)),
  handle(dropSessions, sweepSessions),
  handle(forgetBrowsers, (app) =>
    store.dropOldBrowsers(app.db.query, later(app.clock.now(), -BROWSERS_KEPT)),
  ),
  handle(dropActivity, (app) =>
    store.dropActivity(app.db.query, later(app.clock.now(), -ACTIVITY_KEPT)),
  ),
];

function sweepSessions({ db, clock }: App): Promise<void> {
  const before = { expired: later(unmoved(clock), -KEPT), ended: later(clock.now(), -KEPT) };
  return store.dropSessions(db.query, before);
}

export const schedules: Schedule[] = [
  { job: forgetProofs, cron: '*/5 * * * *', atEnd: true },
  { job: dropSessions, cron: '37 4 * * *', atEnd: true },
  { job: forgetBrowsers, cron: '41 4 * * *', atEnd: true },
  { job: dropActivity, cron: '47 4 * * *', atEnd: true },
];
