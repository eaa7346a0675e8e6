import * as calls from '@portside/contract/line-ending';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { endLine, undoEndLine } from './end-line.ts';

export const routes = [
  // Each of them sends an email.
  serve(calls.endLine, endLine, { limits: [perAccount(20, 60)] }),
  serve(calls.undoEndLine, undoEndLine),
];
