import * as calls from '@portside/contract/content';
import { serve } from '../http/serve.ts';
import { viewFrame, viewHome, viewText } from './content.ts';

export const routes = [
  serve(calls.viewFrame, viewFrame),
  serve(calls.viewText, viewText),
  serve(calls.viewHome, viewHome),
];
