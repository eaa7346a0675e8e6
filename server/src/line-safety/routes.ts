import { unblockLine } from '@portside/contract/line-block';
import { setLocks } from '@portside/contract/line-locks';
import * as calls from '@portside/contract/safety';
import { serve } from '../http/serve.ts';
import { guessedInside, perAccount } from '../limits/rules.ts';
import { endSafetyPause, viewSafety } from './end-pause.ts';
import { setLocksAndFreeze } from './freeze-number.ts';
import { unblockUnlessDenied } from './unblock-denied.ts';

export const routes = [
  // Each unlocking is an email.
  serve(setLocks, setLocksAndFreeze, { limits: [perAccount(60, 15)] }),
  serve(unblockLine, unblockUnlessDenied, { limits: [perAccount(30, 15)] }),
  serve(calls.viewSafety, viewSafety),
  serve(calls.endSafetyPause, endSafetyPause, { limits: guessedInside }),
];
