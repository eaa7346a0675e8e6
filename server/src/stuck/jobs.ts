import { days, later } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { dropMarks } from './store.ts';

const dropStuckNotes = defineJob('drop-stuck-notes');
const KEPT = days(365);

export const handlers = [
  handle(dropStuckNotes, (app) => dropMarks(app.db.query, later(app.clock.now(), -KEPT))),
];

export const schedules: Schedule[] = [{ job: dropStuckNotes, cron: '11 4 * * *', atEnd: true }];
