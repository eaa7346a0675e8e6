import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { carryOut, changeNumberJob, finishChanges } from './carry-out.ts';

const finishNumberChanges = defineJob('finish-number-changes');

export const handlers = [
  handle(changeNumberJob, (app, { changeId }) => carryOut(app, changeId)),
  handle(finishNumberChanges, finishChanges),
];

export const schedules: Schedule[] = [{ job: finishNumberChanges, cron: '*/5 * * * *' }];
