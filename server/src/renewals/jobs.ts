import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { nextAutopay, runAutopay } from './autopay-charge.ts';
import { nextReminder, remindToPay } from './pay-reminders.ts';
import { nextLook, tellPrices } from './price-notices.ts';

const chargeAutopay = defineJob('charge-autopay');
const remindOwners = defineJob('remind-to-pay');
const tellOfPrices = defineJob('tell-prices');

export const handlers = [
  handle(chargeAutopay, async (app) => {
    if (await runAutopay(app)) return;
    await app.db.transaction((tx) => app.jobs.enqueue(tx, chargeAutopay, {}));
  }),
  handle(remindOwners, async (app) => {
    if (await remindToPay(app)) return;
    await app.db.transaction((tx) => app.jobs.enqueue(tx, remindOwners, {}));
  }),
  handle(tellOfPrices, async (app) => {
    if (await tellPrices(app)) return;
    await app.db.transaction((tx) => app.jobs.enqueue(tx, tellOfPrices, {}));
  }),
];

export const schedules: Schedule[] = [
  { job: chargeAutopay, cron: '* * * * *', due: nextAutopay },
  { job: remindOwners, cron: '*/5 * * * *', due: nextReminder },
  { job: tellOfPrices, cron: '*/5 * * * *', due: nextLook },
];
