import * as calls from '@portside/contract/coverage';
import { serve } from '../http/serve.ts';
import { askedOfCarrier } from '../limits/rules.ts';
import { viewCoverage } from './coverage.ts';

export const routes = [serve(calls.viewCoverage, viewCoverage, { limits: askedOfCarrier })];
