import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sealEntries } from './chain.ts';

const sealAudit = defineJob('seal-audit', { atOnce: 1 });

export const handlers = [
  handle(sealAudit, async (app) => {
    await sealEntries(app);
  }),
];

export const schedules: Schedule[] = [{ job: sealAudit, cron: '* * * * *' }];
