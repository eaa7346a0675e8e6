import * as calls from '@portside/contract/console/settings';
import { serveStaff, type StaffRoute } from '../http/serve-staff.ts';
import { changeSettings, viewSettings } from './change-settings.ts';

export const staffRoutes: readonly StaffRoute[] = [
  serveStaff(calls.viewSettings, viewSettings),
  serveStaff(calls.changeSettings, changeSettings),
];
