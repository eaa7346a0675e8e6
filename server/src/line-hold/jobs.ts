import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { endHolds, nextHold } from './ended-holds.ts';

const endHoldsJob = defineJob('end-holds');

export const handlers = [handle(endHoldsJob, endHolds)];

export const schedules: Schedule[] = [{ job: endHoldsJob, cron: '* * * * *', due: nextHold }];
