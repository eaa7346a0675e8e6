import * as jobs from '@portside/contract/console/jobs';
import * as stuck from '@portside/contract/console/stuck';
import { serveStaff, type StaffRoute } from '../http/serve-staff.ts';
import { actForStaff, listForStaff, mendForStaff } from './at-the-desk.ts';
import { examineServices, retryJob, viewJobs, type Outside } from './view-jobs.ts';

const { refund, cancel, paid_back, forgive } = stuck.stuckMoneyCalls;

export const staffRoutesFor = (outside: Outside): readonly StaffRoute[] => [
  serveStaff(stuck.listStuck, listForStaff),
  serveStaff(stuck.actOnStuck, actForStaff),
  serveStaff(refund, mendForStaff('refund')),
  serveStaff(cancel, mendForStaff('cancel')),
  serveStaff(paid_back, mendForStaff('paid_back')),
  serveStaff(forgive, mendForStaff('forgive')),
  serveStaff(jobs.viewJobs, viewJobs(outside)),
  serveStaff(jobs.retryJob, retryJob),
  serveStaff(jobs.examineServices, examineServices(outside)),
];
