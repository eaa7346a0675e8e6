import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sweep } from './limits.ts';

const sweepLimits = defineJob('sweep-limits');

export const handlers = [handle(sweepLimits, (app) => sweep(app))];

export const schedules: Schedule[] = [{ job: sweepLimits, cron: '*/10 * * * *', atEnd: true }];
