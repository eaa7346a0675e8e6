import { listLabels, listPlans, viewPlan } from '@portside/contract/plans';
import { serve } from '../http/serve.ts';
import * as plans from './plans.ts';

export const routes = [
  serve(listPlans, async ({ app, who }) => ({
    plans: await plans.listPlans(app, who.tenant, who.language),
  })),
  serve(listLabels, async ({ app, who }) => ({
    labels: await plans.listLabels(app, who.tenant, who.brand, who.language),
    files: who.brand.duties.machineReadableLabels,
  })),
  serve(viewPlan, ({ app, who, input }) => plans.viewPlan(app, who.tenant, input.id, who.language)),
];
