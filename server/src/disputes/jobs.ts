import { days, later } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { lookAtOpenDisputes } from '../payments/disputed-charges.ts';
import { sendAnswer, sendToProvider } from './answering.ts';
import * as store from './store.ts';

const lookAtDisputes = defineJob('look-at-disputes');
/** Longer than any bank argues. */
const EVIDENCE_KEPT = days(730);

export const handlers = [
  handle(sendAnswer, sendToProvider),
  handle(lookAtDisputes, async (app) => {
    await lookAtOpenDisputes(app);
    await store.forgetEvidence(app.db.query, later(app.clock.now(), -EVIDENCE_KEPT));
  }),
];

export const schedules: Schedule[] = [{ job: lookAtDisputes, cron: '37 4 * * *' }];
