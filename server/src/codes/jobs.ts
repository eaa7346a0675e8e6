import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sweep } from './codes.ts';

const sweepCodes = defineJob<object>('sweep-codes');

export const handlers = [handle(sweepCodes, (app) => sweep(app))];

export const schedules: Schedule[] = [{ job: sweepCodes, cron: '17 * * * *', atEnd: true }];
