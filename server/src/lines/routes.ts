import { viewUser as viewUserCall } from '@portside/contract/account';
import { setEmergencyAddress as setEmergencyAddressCall } from '@portside/contract/emergency-address';
import * as blockCalls from '@portside/contract/line-block';
import * as calls from '@portside/contract/lines';
import { listNewNumbers as listNewNumbersCall } from '@portside/contract/new-numbers';
import * as simCalls from '@portside/contract/sim';
import { serve } from '../http/serve.ts';
import { askedOfCarrier, perAccount } from '../limits/rules.ts';
import { blockLine } from './block.ts';
import { setEmergencyAddress } from './emergency-address.ts';
import { viewEsim } from './esim.ts';
import { updateNickname, viewUser } from './lines.ts';
import { listNewNumbers } from './new-numbers.ts';
import { checkDevice, checkSim } from './sim-checks.ts';

export const routes = [
  serve(calls.updateNickname, updateNickname),
  serve(simCalls.checkSim, checkSim, { limits: askedOfCarrier }),
  serve(simCalls.checkDevice, checkDevice, { limits: askedOfCarrier }),
  serve(listNewNumbersCall, listNewNumbers, { limits: [perAccount(60, 15), ...askedOfCarrier] }),
  serve(simCalls.viewEsim, viewEsim),
  serve(blockCalls.blockLine, blockLine, { limits: [perAccount(30, 15)] }),
  serve(setEmergencyAddressCall, setEmergencyAddress, { limits: askedOfCarrier }),
  serve(viewUserCall, viewUser),
];
