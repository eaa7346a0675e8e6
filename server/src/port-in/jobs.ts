import type { PortInStatus } from '@portside/contract/lines';
import type { App } from '../app.ts';
import { days, later, minutes } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { askCancel } from './cancelling.ts';
import { waitsForCard } from './details.ts';
import { goOnWithSim } from './ordered-number.ts';
import { atHome, underWay } from './progress.ts';
import { nextReminder, OPEN_FOR, remindPortIns } from './reminding.ts';
import * as store from './store.ts';
import * as submits from './submit-store.ts';
import {
  retryPortIn,
  retryPortInJob,
  settleAndReschedule,
  settlePortIn,
  settlePortInJob,
} from './submitting.ts';
import { portInNoticed } from '../lines/carrier-notices.ts';
import { simArrived } from '../lines/incoming-number.ts';

/** For port-ins whose job was given up, or that the carriers settled. */
const finishPortIns = defineJob('finish-port-ins');
const expirePortIns = defineJob('expire-port-ins');
const remind = defineJob('remind-port-ins');
const dropSubmits = defineJob('drop-port-in-submits');
const dropDrafts = defineJob('drop-port-in-drafts');

/** Longer than any limit looks back. */
const SUBMITS_KEPT = days(2);
/** After it has expired: the customer may ask what became of it. */
const DRAFTS_KEPT = days(90);

const mayExpire = [...atHome, 'action_needed'] as const;

export const handlers = [
  handle(settlePortInJob, (app, { id, attempt }) => settleAndReschedule(app, id, attempt)),
  handle(retryPortInJob, (app, { id, attempt }) => retryPortIn(app, id, attempt)),
  handle(portInNoticed, async (app, { ref, tenant }) => {
    const tenants = app.adapters.sharing('carrier', tenant);
    const row = await store.portInOfRef(app.db.query, tenants, ref);
    if (row) await settlePortIn(app, row.id);
  }),
  handle(simArrived, (app, { portInId }) => goOnWithSim(app, portInId)),
  handle(finishPortIns, (app) =>
    each(app, [...underWay, 'action_needed'], minutes(10), ({ id }) => settlePortIn(app, id)),
  ),
  handle(expirePortIns, (app) => each(app, mayExpire, OPEN_FOR, (row) => expire(app, row))),
  handle(remind, remindPortIns),
  handle(dropSubmits, (app) =>
    submits.dropSubmits(app.db.query, later(app.clock.now(), -SUBMITS_KEPT)),
  ),
  handle(dropDrafts, (app) =>
    store.dropNeverSent(app.db.query, later(app.clock.now(), -DRAFTS_KEPT)),
  ),
];

export const schedules: Schedule[] = [
  { job: finishPortIns, cron: '*/5 * * * *' },
  { job: expirePortIns, cron: '23 4 * * *', due: () => store.nextExpiry(mayExpire, OPEN_FOR) },
  // In the day of all time zones.
  { job: remind, cron: '11 17 * * *', due: nextReminder },
  { job: dropSubmits, cron: '37 4 * * *', atEnd: true },
  { job: dropDrafts, cron: '43 4 * * *', atEnd: true },
];

async function expire(app: App, { id }: store.PortInRow): Promise<void> {
  const isOld = (row: store.PortInRow) => row.updated_at < later(app.clock.now(), -OPEN_FOR);
  const now = await store.anyPortIn(app.db.query, id);
  if (!now || !isOld(now)) return;
  await app.db.transaction(async (tx) => {
    const row = await store.lockAnyPortIn(tx, id);
    if (!row || !isOld(row)) return;
    // It waits for us and the mail, so its days begin anew.
    if (waitsForCard(app, row)) await store.setPortIn(tx, id, { updated_at: app.clock.now() });
    else await askCancel(app, tx, row, 'expiry');
  });
  // The carrier decides whether it has expired.
  await settlePortIn(app, id);
}

async function each(
  app: App,
  statuses: readonly PortInStatus[],
  olderThan: number,
  act: (row: store.PortInRow) => Promise<void>,
): Promise<void> {
  const before = later(app.clock.now(), -olderThan);
  const found = await store.somePortInsSince(app.db.query, statuses, before);
  await sweep(app, found, act, 'a port-in could not be looked at yet');
}
