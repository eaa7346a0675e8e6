import * as calls from '@portside/contract/texts';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { allowTexts, endTexts, viewTexts } from './allow-texts.ts';

export const routes = [
  serve(calls.viewTexts, viewTexts),
  // Each one sends a text, and may name a contact number that nobody confirmed.
  serve(calls.allowTexts, allowTexts, { limits: [perAccount(5, 24 * 60)] }),
  serve(calls.endTexts, endTexts),
];
