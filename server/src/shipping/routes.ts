import { sendNewCard as sendNewCardCall } from '@portside/contract/shipping';
import { activateSim as activateSimCall } from '@portside/contract/sim';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { activateSim } from './activate-card.ts';
import { sendNewCard } from './send-new-card.ts';

export const routes = [
  serve(activateSimCall, activateSim),
  serve(sendNewCardCall, sendNewCard, { limits: [perAccount(30, 15)] }),
];
