import * as calls from '@portside/contract/address-check';
import { serve } from '../http/serve.ts';
import { askedOfCarrier } from '../limits/rules.ts';
import { checkAddress } from './check-address.ts';

export const routes = [serve(calls.checkAddress, checkAddress, { limits: askedOfCarrier })];
