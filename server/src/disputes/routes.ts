import * as calls from '@portside/contract/console/disputes';
import { serveStaff, type StaffRoute } from '../http/serve-staff.ts';
import { sendEvidence, viewEvidence } from './answering.ts';
import * as desk from './at-the-desk.ts';

export const staffRoutes: readonly StaffRoute[] = [
  serveStaff(calls.listDisputes, desk.listDisputes),
  serveStaff(calls.countDisputes, desk.countDisputes),
  serveStaff(calls.viewDispute, desk.viewDispute),
  serveStaff(calls.viewEvidence, viewEvidence),
  serveStaff(calls.sendEvidence, sendEvidence),
  serveStaff(calls.pauseForDispute, desk.pauseForDispute),
  serveStaff(calls.resumeAfterDispute, desk.resumeAfterDispute),
];
