import * as calls from '@portside/contract/safety';
import { serve } from '../http/serve.ts';
import { guessedInside } from '../limits/rules.ts';
import { endSafetyPause, viewSafety } from './end-pause.ts';

export const routes = [
  serve(calls.viewSafety, viewSafety),
  serve(calls.endSafetyPause, endSafetyPause, { limits: guessedInside }),
];
