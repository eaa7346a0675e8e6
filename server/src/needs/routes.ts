import * as calls from '@portside/contract/needs';
import { serve } from '../http/serve.ts';
import { listNeeds } from './needs.ts';

export const routes = [serve(calls.listNeeds, listNeeds)];
