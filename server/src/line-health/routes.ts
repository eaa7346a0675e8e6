import * as calls from '@portside/contract/line-health';
import { serve } from '../http/serve.ts';
import { askedOfCarrier } from '../limits/rules.ts';
import { viewLineHealth } from './view-line-health.ts';

export const routes = [serve(calls.viewLineHealth, viewLineHealth, { limits: askedOfCarrier })];
