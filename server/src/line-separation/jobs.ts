import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { disposeSeparations, nextToDispose } from './disposing.ts';
import { sendLineCode, textLineCode } from './line-codes.ts';
import { remindStaff } from './telling-staff.ts';

const disposeJob = defineJob('dispose-separations');
const remindJob = defineJob('remind-of-separations');

export const handlers = [
  handle(textLineCode, sendLineCode),
  handle(disposeJob, disposeSeparations),
  handle(remindJob, remindStaff),
];

export const schedules: Schedule[] = [
  { job: disposeJob, cron: '23 * * * *', due: nextToDispose },
  { job: remindJob, cron: '*/10 * * * *' },
];
