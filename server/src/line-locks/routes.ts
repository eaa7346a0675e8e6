import * as calls from '@portside/contract/line-locks';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { setLocks } from './set-locks.ts';

// Each unlocking is an email.
export const routes = [serve(calls.setLocks, setLocks, { limits: [perAccount(60, 15)] })];
