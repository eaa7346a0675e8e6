import { days, later, unmoved } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import * as store from './store.ts';

const dropSessions = defineJob('drop-staff-sessions');

/** For questions about a break-in. */
const KEPT = days(90);

export const handlers = [
  handle(dropSessions, (app) => store.dropSessions(app.db.query, later(unmoved(app.clock), -KEPT))),
];

export const schedules: Schedule[] = [{ job: dropSessions, cron: '39 4 * * *', atEnd: true }];
