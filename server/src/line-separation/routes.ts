import * as staffCalls from '@portside/contract/console/line-separations';
import * as calls from '@portside/contract/line-separation';
import { serve } from '../http/serve.ts';
import { serveStaff } from '../http/serve-staff.ts';
import { perNetwork } from '../limits/rules.ts';
import { answerSeparation, viewSeparation, withdrawSeparation } from './answering.ts';
import { askSeparation, askSeparationCode } from './ask-separation.ts';
import { addSeparationDocument, removeSeparationDocument } from './documents.ts';
import { grantSeparation } from './granting.ts';
import { proveSeparationLine, textSeparationCode } from './line-codes.ts';
import * as desk from './staff-desk.ts';

/** A shelter is one network. */
export const routes = [
  serve(calls.askSeparationCode, askSeparationCode, {
    limits: [{ by: ['email'], points: 6, minutes: 60 }, perNetwork(30, 60)],
  }),
  serve(calls.askSeparation, askSeparation, {
    limits: [{ by: ['email'], points: 20, minutes: 60 }, perNetwork(60, 60)],
  }),
  serve(calls.viewSeparation, viewSeparation, { limits: [perNetwork(240, 15)] }),
  serve(calls.addSeparationDocument, addSeparationDocument, { limits: [perNetwork(60, 60)] }),
  serve(calls.removeSeparationDocument, removeSeparationDocument, {
    limits: [perNetwork(120, 60)],
  }),
  serve(calls.textSeparationCode, textSeparationCode, { limits: [perNetwork(30, 60)] }),
  serve(calls.proveSeparationLine, proveSeparationLine, { limits: [perNetwork(60, 15)] }),
  serve(calls.answerSeparation, answerSeparation, { limits: [perNetwork(60, 60)] }),
  serve(calls.withdrawSeparation, withdrawSeparation, { limits: [perNetwork(60, 60)] }),
];

export const staffRoutes = [
  serveStaff(staffCalls.listSeparations, desk.listSeparations),
  serveStaff(staffCalls.viewSeparationRequest, desk.viewSeparationRequest),
  serveStaff(staffCalls.takeSeparationDocument, desk.takeSeparationDocument),
  serveStaff(staffCalls.askInSeparation, desk.askInSeparation),
  serveStaff(staffCalls.proveInSeparation, desk.proveInSeparation),
  serveStaff(staffCalls.grantSeparation, grantSeparation),
  serveStaff(staffCalls.refuseSeparation, desk.refuseSeparation),
];
