import * as calls from '@portside/contract/number-change';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { changeNumber } from './change-number.ts';

export const routes = [serve(calls.changeNumber, changeNumber, { limits: [perAccount(20, 60)] })];
