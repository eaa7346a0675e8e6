import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { reconcile } from './reconciliation.ts';

const reconcileBooks = defineJob('reconcile-books');

export const handlers = [
  handle(reconcileBooks, async (app) => {
    await reconcile(app);
  }),
];

export const schedules: Schedule[] = [{ job: reconcileBooks, cron: '53 4 * * *' }];
