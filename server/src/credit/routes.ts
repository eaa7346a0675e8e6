import * as calls from '@portside/contract/credit';
import { serve } from '../http/serve.ts';
import { viewCredit } from './credit.ts';

export const routes = [serve(calls.viewCredit, viewCredit)];
