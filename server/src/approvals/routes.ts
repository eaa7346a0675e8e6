import * as calls from '@portside/contract/console/approvals';
import { serveStaff, type StaffRoute } from '../http/serve-staff.ts';
import { giveCredit, refundOrder } from './asking.ts';
import { decideApproval } from './deciding.ts';
import { countApprovals, listApprovals, viewPaidOrder } from './list-approvals.ts';

export const staffRoutes: readonly StaffRoute[] = [
  serveStaff(calls.viewPaidOrder, viewPaidOrder),
  serveStaff(calls.refundOrder, refundOrder),
  serveStaff(calls.giveCredit, giveCredit),
  serveStaff(calls.listApprovals, listApprovals),
  serveStaff(calls.countApprovals, countApprovals),
  serveStaff(calls.decideApproval, decideApproval),
];
