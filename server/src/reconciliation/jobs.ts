import { handle, type Schedule } from '../jobs/jobs.ts';
import { reconcile, reconcileBooks } from './reconciliation.ts';

export const handlers = [
  handle(reconcileBooks, async (app) => {
    await reconcile(app);
  }),
];

// Each one goes on from the last: a move of the sandbox's clock compares once for all its days.
export const schedules: Schedule[] = [{ job: reconcileBooks, cron: '53 4 * * *' }];
