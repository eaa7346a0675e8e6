import { sql } from 'kysely';
import type { App } from '../app.ts';
import { handle, type Moment, type Schedule } from '../jobs/jobs.ts';
import { reconcile, reconcileBooks } from './reconciliation.ts';

export const handlers = [
  handle(reconcileBooks, async (app) => {
    await reconcile(app);
  }),
];

const daily = (app: App): Moment => sql<Date | null>`${app.clock.now()}::timestamptz`;

export const schedules: Schedule[] = [{ job: reconcileBooks, cron: '53 4 * * *', due: daily }];
