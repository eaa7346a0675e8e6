import * as calls from '@portside/contract/push';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { allowPush, endPush, viewPush } from './allow-push.ts';

export const routes = [
  serve(calls.viewPush, viewPush),
  serve(calls.allowPush, allowPush, { limits: [perAccount(30, 60)] }),
  serve(calls.endPush, endPush),
];
