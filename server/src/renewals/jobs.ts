import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { nextAutopay, runAutopay } from './autopay-charge.ts';

const chargeAutopay = defineJob('charge-autopay');

export const handlers = [
  handle(chargeAutopay, async (app) => {
    if (await runAutopay(app)) return;
    await app.db.transaction((tx) => app.jobs.enqueue(tx, chargeAutopay, {}));
  }),
];

export const schedules: Schedule[] = [{ job: chargeAutopay, cron: '* * * * *', due: nextAutopay }];
