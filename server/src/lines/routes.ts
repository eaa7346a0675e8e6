import { viewUser as viewUserCall } from '@portside/contract/account';
import * as calls from '@portside/contract/lines';
import * as simCalls from '@portside/contract/sim';
import { serve } from '../http/serve.ts';
import { askedOfCarrier } from '../limits/rules.ts';
import { viewEsim } from './esim.ts';
import { updateNickname, viewUser } from './lines.ts';
import { activateSim, checkDevice, checkSim } from './sim-checks.ts';

export const routes = [
  serve(calls.updateNickname, updateNickname),
  serve(simCalls.checkSim, checkSim, { limits: askedOfCarrier }),
  serve(simCalls.checkDevice, checkDevice, { limits: askedOfCarrier }),
  serve(simCalls.viewEsim, viewEsim),
  serve(simCalls.activateSim, activateSim),
  serve(viewUserCall, viewUser),
];
