import type { App } from '../app.ts';
import { defineJob, handle, type Handler, type Job, type Schedule } from '../jobs/jobs.ts';
import { nextAutopay, runAutopay } from './autopay-charge.ts';
import { nextReminder, remindToPay } from './pay-reminders.ts';
import { nextLook, tellPrices } from './price-notices.ts';

const chargeAutopay = defineJob('charge-autopay');
const remindOwners = defineJob('remind-to-pay');
const tellOfPrices = defineJob('tell-prices');

/** When it is not done in its time, another one goes on. */
const inTurn = (job: Job<object>, work: (app: App) => Promise<boolean>): Handler =>
  handle(job, async (app) => {
    if (await work(app)) return;
    await app.db.transaction((tx) => app.jobs.enqueue(tx, job, {}));
  });

export const handlers = [
  inTurn(chargeAutopay, runAutopay),
  inTurn(remindOwners, remindToPay),
  inTurn(tellOfPrices, tellPrices),
];

export const schedules: Schedule[] = [
  { job: chargeAutopay, cron: '* * * * *', due: nextAutopay },
  { job: remindOwners, cron: '*/5 * * * *', due: nextReminder },
  { job: tellOfPrices, cron: '*/5 * * * *', due: nextLook },
];
