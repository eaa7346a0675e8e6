import * as calls from '@portside/contract/usage';
import { serve } from '../http/serve.ts';
import { setAlerts, viewAlerts } from './alerts.ts';
import { viewUsage } from './view-usage.ts';

export const routes = [
  serve(calls.viewUsage, viewUsage),
  serve(calls.viewAlerts, viewAlerts),
  serve(calls.setAlerts, setAlerts),
];
