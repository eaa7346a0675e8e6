import * as calls from '@portside/contract/add-ons';
import { serve } from '../http/serve.ts';
import { buyAddOn, quoteAddOn } from './buy.ts';
import { stopAddOn } from './stop.ts';

export const routes = [
  serve(calls.quoteAddOn, quoteAddOn),
  serve(calls.buyAddOn, buyAddOn),
  serve(calls.stopAddOn, stopAddOn),
];
