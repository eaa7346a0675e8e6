import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { reconcile } from './reconciliation.ts';

/** Pages of a hundred, of three days. */
const reconcileBooks = defineJob('reconcile-books', { expireInSeconds: 900 });

export const handlers = [
  handle(reconcileBooks, async (app) => {
    await reconcile(app);
  }),
];

export const schedules: Schedule[] = [{ job: reconcileBooks, cron: '53 4 * * *' }];
