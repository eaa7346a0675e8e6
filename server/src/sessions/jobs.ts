import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sweepProofs } from './key-proof.ts';

const forgetProofs = defineJob<object>('forget-proofs');

export const handlers = [handle(forgetProofs, (app) => sweepProofs(app))];

export const schedules: Schedule[] = [{ job: forgetProofs, cron: '*/5 * * * *' }];
