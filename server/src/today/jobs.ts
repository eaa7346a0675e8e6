import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { rollUp } from './roll-up.ts';

const countDays = defineJob('count-days', { atOnce: 1, expireInSeconds: 600 });

export const handlers = [
  handle(countDays, async (app) => {
    for (const brand of app.brands.all) await rollUp(app, brand);
  }),
];

export const schedules: Schedule[] = [{ job: countDays, cron: '*/10 * * * *', atEnd: true }];
