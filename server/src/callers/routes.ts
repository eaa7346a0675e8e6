import * as customers from '@portside/contract/console/customers';
import {
  enterVerification,
  startVerification,
  viewVerification,
} from '@portside/contract/console/verification';
import * as lineCalls from '@portside/contract/console/line-actions';
import { resubmitForCustomer } from '@portside/contract/console/port-ins';
import { searchConsole } from '@portside/contract/console/search';
import { serveStaff, type StaffRoute } from '../http/serve-staff.ts';
import { askedOfCarrier } from '../limits/rules.ts';
import { correctPortIn } from './correct-port-in.ts';
import { addNote, showReceipt, viewCustomer } from './customer-page.ts';
import * as actions from './line-actions.ts';
import { search } from './search.ts';
import { viewTimeline } from './timeline.ts';
import * as verification from './verification.ts';

export const staffRoutes: readonly StaffRoute[] = [
  serveStaff(searchConsole, search),
  serveStaff(viewVerification, verification.viewVerification),
  serveStaff(startVerification, verification.startVerification),
  serveStaff(enterVerification, verification.enterVerification),
  serveStaff(customers.viewCustomer, viewCustomer),
  serveStaff(customers.viewTimeline, viewTimeline),
  serveStaff(customers.showReceipt, showReceipt),
  serveStaff(customers.addNote, addNote),
  serveStaff(lineCalls.suspendForCustomer, actions.suspendForCustomer),
  serveStaff(lineCalls.resumeForCustomer, actions.resumeForCustomer),
  serveStaff(lineCalls.endForCustomer, actions.endForCustomer),
  serveStaff(lineCalls.replaceSimForCustomer, actions.replaceSimForCustomer),
  serveStaff(resubmitForCustomer, correctPortIn, { limits: askedOfCarrier }),
  serveStaff(lineCalls.sendEsimForCustomer, actions.sendEsimForCustomer),
  serveStaff(lineCalls.quotePlanForCustomer, actions.quotePlanForCustomer),
  serveStaff(lineCalls.changePlanForCustomer, actions.changePlanForCustomer),
  serveStaff(lineCalls.undoPlanForCustomer, actions.undoPlanForCustomer),
];
