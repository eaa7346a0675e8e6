import * as calls from '@portside/contract/plans';
import { serve } from '../http/serve.ts';
import { listLabels, listPlans, viewPlan } from './plans.ts';

export const routes = [
  serve(calls.listPlans, listPlans),
  serve(calls.listLabels, listLabels),
  serve(calls.viewPlan, viewPlan),
];
