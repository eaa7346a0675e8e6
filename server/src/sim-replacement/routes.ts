import * as calls from '@portside/contract/sim-replacement';
import { serve } from '../http/serve.ts';
import { perAccount, perNetwork } from '../limits/rules.ts';
import { denyReplacement, viewReplacement } from './denying.ts';
import { replaceSim } from './replace-sim.ts';
import { stopReplacement } from './stopping.ts';

export const routes = [
  serve(calls.replaceSim, replaceSim, { limits: [perAccount(20, 60), perNetwork(60, 60)] }),
  serve(calls.stopReplacement, stopReplacement),
  serve(calls.viewReplacement, viewReplacement, { limits: [perNetwork(60, 15)] }),
  serve(calls.denyReplacement, denyReplacement, { limits: [perNetwork(60, 15)] }),
];
