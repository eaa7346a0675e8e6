import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import {
  nextUnlock,
  syncNumberLock,
  syncNumberLockJob,
  syncNumberLocks,
} from './sync-number-lock.ts';

const tellNumberLocks = defineJob('tell-number-locks');

export const handlers = [
  handle(syncNumberLockJob, (app, { lineId }) => syncNumberLock(app, lineId)),
  handle(tellNumberLocks, syncNumberLocks),
];

export const schedules: Schedule[] = [{ job: tellNumberLocks, cron: '* * * * *', due: nextUnlock }];
