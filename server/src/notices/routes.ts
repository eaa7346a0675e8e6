import * as staffCalls from '@portside/contract/console/notices';
import * as calls from '@portside/contract/notices';
import { serve } from '../http/serve.ts';
import { serveStaff, type StaffRoute } from '../http/serve-staff.ts';
import { addNotice, changeNotice, endNotice, listNotices } from './keep-notices.ts';
import { viewNotices } from './view-notices.ts';

export const routes = [serve(calls.viewNotices, viewNotices)];

export const staffRoutes: readonly StaffRoute[] = [
  serveStaff(staffCalls.listNotices, listNotices),
  serveStaff(staffCalls.addNotice, addNotice),
  serveStaff(staffCalls.changeNotice, changeNotice),
  serveStaff(staffCalls.endNotice, endNotice),
];
