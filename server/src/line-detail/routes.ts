import * as calls from '@portside/contract/line-detail';
import { listLines as listLinesCall } from '@portside/contract/lines';
import { serve } from '../http/serve.ts';
import { listLines } from './list-lines.ts';
import { viewLine } from './view-line.ts';

export const routes = [serve(calls.viewLine, viewLine), serve(listLinesCall, listLines)];
