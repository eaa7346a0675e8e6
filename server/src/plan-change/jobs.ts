import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { planNoticed } from '../lines/carrier-notices.ts';
import { nextPlanStep, tellPlan, tellPlanJob, tellPlanOfLine, tellPlans } from './at-carrier.ts';

const beginPlans = defineJob('begin-plans');

export const handlers = [
  handle(tellPlanJob, (app, { changeId }) => tellPlan(app, changeId)),
  handle(planNoticed, tellPlanOfLine),
  handle(beginPlans, tellPlans),
];

export const schedules: Schedule[] = [{ job: beginPlans, cron: '* * * * *', due: nextPlanStep }];
