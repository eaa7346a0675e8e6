import * as calls from '@portside/contract/port-out';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { closePortOut, openPortOut } from './open-port-out.ts';

export const routes = [
  // Each of them sends an email.
  serve(calls.openPortOut, openPortOut, { limits: [perAccount(20, 60)] }),
  serve(calls.closePortOut, closePortOut, { limits: [perAccount(60, 60)] }),
];
