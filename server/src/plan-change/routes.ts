import * as calls from '@portside/contract/plan-change';
import { serve } from '../http/serve.ts';
import { perAccount, perNetwork } from '../limits/rules.ts';
import { undoPlanChange } from './change-later.ts';
import { changePlan } from './change-plan.ts';
import { quotePlanChange } from './plan-quote.ts';

export const routes = [
  serve(calls.quotePlanChange, quotePlanChange, { limits: [perAccount(150, 15)] }),
  // Against card testing.
  serve(calls.changePlan, changePlan, { limits: [perAccount(40, 15), perNetwork(120, 15)] }),
  serve(calls.undoPlanChange, undoPlanChange),
];
