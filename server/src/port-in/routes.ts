import * as calls from '@portside/contract/port-in';
import * as staffCalls from '@portside/contract/console/port-ins';
import { serve } from '../http/serve.ts';
import { serveStaff } from '../http/serve-staff.ts';
import { askedOfCarrier, perAccount } from '../limits/rules.ts';
import { queuePortIns } from './at-the-desk.ts';
import { bringNumber, resubmitPortIn, updatePortIn } from './bring-number.ts';
import { cancelPortIn } from './cancelling.ts';
import { checkPortIn } from './checking.ts';
import { listPortIns, viewPortIn } from './port-in.ts';

export const routes = [
  serve(calls.checkPortIn, checkPortIn, {
    // Customers learn whether a number is another customer's.
    limits: [...askedOfCarrier, perAccount(60, 60)],
  }),
  serve(calls.updatePortIn, updatePortIn),
  serve(calls.bringNumber, bringNumber),
  serve(calls.resubmitPortIn, resubmitPortIn),
  serve(calls.listPortIns, listPortIns),
  serve(calls.viewPortIn, viewPortIn),
  serve(calls.cancelPortIn, cancelPortIn),
];

export const staffRoutes = [serveStaff(staffCalls.queuePortIns, queuePortIns)];
