import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { endLines, nextEnding } from './end-line.ts';

const endLinesJob = defineJob('end-lines');

export const handlers = [handle(endLinesJob, endLines)];

export const schedules: Schedule[] = [{ job: endLinesJob, cron: '* * * * *', due: nextEnding }];
