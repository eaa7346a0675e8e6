import * as calls from '@portside/contract/line-detail';
import { serve } from '../http/serve.ts';
import { viewLine } from './view-line.ts';

export const routes = [serve(calls.viewLine, viewLine)];
