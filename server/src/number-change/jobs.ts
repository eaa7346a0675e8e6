import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { numberNoticed } from '../lines/carrier-notices.ts';
import { carryOut, carryOutOfLine, changeNumberJob, finishChanges } from './carry-out.ts';

const finishNumberChanges = defineJob('finish-number-changes');

export const handlers = [
  handle(changeNumberJob, (app, { changeId }) => carryOut(app, changeId)),
  handle(numberNoticed, carryOutOfLine),
  handle(finishNumberChanges, finishChanges),
];

export const schedules: Schedule[] = [{ job: finishNumberChanges, cron: '*/5 * * * *' }];
