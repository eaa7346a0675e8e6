import { endpoint, said } from './endpoint.ts';
import { lineId } from './period.ts';
import * as z from 'zod/mini';

export const sendNewCard = endpoint({
  name: 'sendNewCard',
  wire: 'POST /app/lines/{id}/sim/resend',
  caller: 'customer',
  act: 'use',
  notForAgents: true,
  summary: 'Mails a new SIM card, free, in place of one that has not come',
  input: z.object({ id: lineId }),
  output: said,
  refusals: {
    no_card: 'No SIM card is in the mail for this line.',
    too_early:
      'Mail can take ten days. If your SIM card isn’t there by then, we’ll send you a new one, free.',
  },
});
