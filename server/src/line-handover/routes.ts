import * as calls from '@portside/contract/line-handover';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { offerLine, viewHandover, withdrawOffer } from './offering.ts';
import { acceptHandover, declineHandover, listHandovers } from './taking.ts';

export const routes = [
  serve(calls.viewHandover, viewHandover),
  serve(calls.listHandovers, listHandovers),
  // Each of them sends an email.
  serve(calls.offerLine, offerLine, { limits: [perAccount(20, 60)] }),
  serve(calls.withdrawOffer, withdrawOffer, { limits: [perAccount(20, 60)] }),
  serve(calls.acceptHandover, acceptHandover, { limits: [perAccount(20, 60)] }),
  serve(calls.declineHandover, declineHandover, { limits: [perAccount(20, 60)] }),
];
