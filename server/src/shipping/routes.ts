import { sendNewCard as sendNewCardCall } from '@portside/contract/shipping';
import { activateSim as activateSimCall } from '@portside/contract/sim';
import * as staffCalls from '@portside/contract/console/shipping';
import { serve } from '../http/serve.ts';
import { serveStaff } from '../http/serve-staff.ts';
import { perAccount } from '../limits/rules.ts';
import { activateSim } from './activate-card.ts';
import * as desk from './at-the-desk.ts';
import { sendNewCard } from './send-new-card.ts';

export const routes = [
  serve(activateSimCall, activateSim),
  serve(sendNewCardCall, sendNewCard, { limits: [perAccount(30, 15)] }),
];

export const staffRoutes = [
  serveStaff(staffCalls.listShipping, desk.listShipping),
  serveStaff(staffCalls.viewStock, desk.viewStock),
  serveStaff(staffCalls.addSims, desk.addSims),
  serveStaff(staffCalls.sendCard, desk.sendCard),
  serveStaff(staffCalls.noteDelivered, desk.noteDelivered),
  serveStaff(staffCalls.printSlip, desk.printSlip),
];
