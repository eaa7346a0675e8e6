import { days, later } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import * as store from './store.ts';

const dropNotices = defineJob('drop-notices');

const OVER_KEPT = days(400);

export const handlers = [
  handle(dropNotices, async (app) => {
    await store.clearNotices(app.db.query, later(app.clock.now(), -OVER_KEPT));
  }),
];

export const schedules: Schedule[] = [{ job: dropNotices, cron: '53 4 * * *', atEnd: true }];
