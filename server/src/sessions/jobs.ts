import { days, later } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sweepProofs } from './key-proof.ts';
import * as store from './store.ts';

const forgetProofs = defineJob('forget-proofs');
const dropSessions = defineJob('drop-sessions');

/** For questions about a break-in; afterwards a session that is over is only data about somebody. */
const KEPT = days(90);

export const handlers = [
  handle(forgetProofs, (app) => sweepProofs(app)),
  handle(dropSessions, (app) => store.dropSessions(app.db.query, later(app.clock.now(), -KEPT))),
];

export const schedules: Schedule[] = [
  { job: forgetProofs, cron: '*/5 * * * *' },
  { job: dropSessions, cron: '37 4 * * *' },
];
