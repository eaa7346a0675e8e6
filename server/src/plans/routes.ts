import * as calls from '@portside/contract/plans';
import * as staffCalls from '@portside/contract/console/plans';
import { serveStaff } from '../http/serve-staff.ts';
import { serve } from '../http/serve.ts';
import * as editing from './plan-editing.ts';
import { holdPlan, publishPlan } from './publishing.ts';
import { listLabels, listPlans, viewPlan } from './plans.ts';

export const routes = [
  serve(calls.listPlans, listPlans),
  serve(calls.listLabels, listLabels),
  serve(calls.viewPlan, viewPlan),
];

export const staffRoutes = [
  serveStaff(staffCalls.listStaffPlans, editing.listStaffPlans),
  serveStaff(staffCalls.viewStaffPlan, editing.viewStaffPlan),
  serveStaff(staffCalls.savePlan, editing.savePlan),
  serveStaff(staffCalls.publishPlan, publishPlan),
  serveStaff(staffCalls.holdPlan, holdPlan),
  serveStaff(staffCalls.addPlan, editing.addPlan),
  serveStaff(staffCalls.takePlanOff, editing.takePlanOff),
];
