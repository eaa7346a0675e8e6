import { days, later } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import * as store from './store.ts';

const dropVerifications = defineJob('drop-verifications');

/** Records of how somebody was verified are kept for three years (47 CFR 64.2010). */
const KEPT = days(3 * 366);

export const handlers = [
  handle(dropVerifications, (app) =>
    store.dropVerifications(app.db.query, later(app.clock.now(), -KEPT)),
  ),
];

export const schedules: Schedule[] = [{ job: dropVerifications, cron: '49 4 * * *', atEnd: true }];
