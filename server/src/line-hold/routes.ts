import * as calls from '@portside/contract/line-hold';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { endHold, holdLine, viewHold } from './hold-line.ts';

export const routes = [
  serve(calls.viewHold, viewHold),
  // Each of them sends an email.
  serve(calls.holdLine, holdLine, { limits: [perAccount(20, 60)] }),
  serve(calls.endHold, endHold, { limits: [perAccount(20, 60)] }),
];
