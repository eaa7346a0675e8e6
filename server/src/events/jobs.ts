import { hours, later } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { deleteEvents } from './store.ts';

const dropEvents = defineJob('drop-events');

export const handlers = [
  handle(dropEvents, (app) => deleteEvents(app.db.query, later(app.clock.now(), -hours(1)))),
];

export const schedules: Schedule[] = [{ job: dropEvents, cron: '41 * * * *', atEnd: true }];
