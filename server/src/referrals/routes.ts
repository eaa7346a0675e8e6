import * as calls from '@portside/contract/referrals';
import { serve } from '../http/serve.ts';
import { viewReferrals } from './referrals.ts';

export const routes = [serve(calls.viewReferrals, viewReferrals)];
