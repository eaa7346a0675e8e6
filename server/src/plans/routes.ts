import * as calls from '@portside/contract/plans';
import * as staffCalls from '@portside/contract/console/plans';
import { serveStaff } from '../http/serve-staff.ts';
import { serve } from '../http/serve.ts';
import * as addOnCalls from '@portside/contract/console/add-ons';
import * as addOnEditing from './add-on-editing.ts';
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
  serveStaff(addOnCalls.listStaffAddOns, addOnEditing.listStaffAddOns),
  serveStaff(addOnCalls.viewStaffAddOn, addOnEditing.viewStaffAddOn),
  serveStaff(addOnCalls.saveAddOn, addOnEditing.saveAddOn),
  serveStaff(addOnCalls.publishAddOn, addOnEditing.publishAddOn),
  serveStaff(addOnCalls.holdAddOn, addOnEditing.holdAddOn),
  serveStaff(addOnCalls.takeAddOnOff, addOnEditing.takeAddOnOff),
  serveStaff(addOnCalls.addAddOn, addOnEditing.addAddOn),
  serveStaff(staffCalls.takePlanOff, editing.takePlanOff),
];
