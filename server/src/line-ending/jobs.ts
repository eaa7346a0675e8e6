import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { unusedPeriodsJob } from '../lines/unused-periods.ts';
import { endLines, nextEnding } from './end-line.ts';
import { creditUnused } from './unused-periods.ts';

const endLinesJob = defineJob('end-lines');

export const handlers = [handle(endLinesJob, endLines), handle(unusedPeriodsJob, creditUnused)];

export const schedules: Schedule[] = [{ job: endLinesJob, cron: '* * * * *', due: nextEnding }];
