import { defineJob, handle, type Handler, type Schedule } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { days, later, minutes } from '../clock.ts';
import {
  activateLine,
  bringToCarrier,
  checkActivation,
  finishLine,
  lookAndReschedule,
  lookAtActivation,
} from './activation.ts';
import { activationNoticed, esimNoticed, lineNoticed } from './carrier-notices.ts';
import { bringAddresses } from './emergency-address.ts';
import { type BeingPaid, followUnpaid, type LinePayments, nextUnpaid } from './lapse.ts';
import { lookAtEsim } from './esim.ts';
import { lookAtLine } from './line-at-carrier.ts';
import { finishLineJob } from './number-clashes.ts';
import { dropSettledClashes } from './number-clash-store.ts';
import { askIsLate, syncCarrierJob, tellIfLate } from './network-asks.ts';
import { syncCarrier } from './suspension.ts';
import { untoldLines } from './suspension-store.ts';
import * as store from './store.ts';

/** For lines whose job was given up. */
const finishLines = defineJob('finish-lines');
const followUnpaidLines = defineJob('follow-unpaid-lines');
const dropNotices = defineJob('drop-carrier-notices');

const NOTICES_KEPT = days(90);

export const handlersFor = (payments: LinePayments): Handler[] => [
  handle(activateLine, (app, { lineId }) => bringToCarrier(app, lineId)),
  handle(checkActivation, lookAndReschedule),
  handle(activationNoticed, async (app, noticed) => {
    await lookAtActivation(app, noticed);
  }),
  handle(esimNoticed, lookAtEsim),
  handle(lineNoticed, lookAtLine),
  handle(finishLineJob, (app, { lineId }) => finishLine(app, lineId)),
  handle(syncCarrierJob, (app, { lineId }) => syncCarrier(app, lineId)),
  handle(askIsLate, tellIfLate),
  handle(finishLines, async (app) => {
    const before = later(app.clock.now(), -minutes(10));
    const found = await store.unfinishedLines(app.db.query, before);
    await sweep(app, found, (id) => finishLine(app, id), 'a line could not be finished yet');
    const untold = await untoldLines(app.db.query);
    await sweep(app, untold, (id) => syncCarrier(app, id), 'the carrier was not told yet');
    await dropSettledClashes(app.db.query);
    await bringAddresses(app);
  }),
  handle(followUnpaidLines, async (app) => {
    if (await followUnpaid(app, payments)) return;
    await app.db.transaction((tx) => app.jobs.enqueue(tx, followUnpaidLines, {}));
  }),
  handle(dropNotices, (app) =>
    store.dropNotices(app.db.query, later(app.clock.now(), -NOTICES_KEPT)),
  ),
];

export const schedulesFor = (isBeingPaid: BeingPaid): Schedule[] => [
  { job: finishLines, cron: '*/5 * * * *' },
  { job: followUnpaidLines, cron: '* * * * *', due: (app) => nextUnpaid(app, isBeingPaid) },
  { job: dropNotices, cron: '31 4 * * *', atEnd: true },
];
