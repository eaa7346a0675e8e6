import * as z from 'zod/mini';
import { endpoint, proofRequired } from './endpoint.ts';
import { fields } from './fields.ts';
import { chosenNumber, numberGone } from './new-numbers.ts';
import { lineEnded, lineId } from './period.ts';
import { movesPaused } from './safety.ts';

export const changeNumber = endpoint({
  name: 'changeNumber',
  wire: 'POST /app/lines/{id}/number',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  freshProof: true,
  proofFor: 'move',
  needs: 'changeNumber',
  summary: 'A new number near a ZIP code, once in 30 days; the old one is given up (K18)',
  input: z.object({ id: lineId, zipCode: fields.zipCode, newNumber: chosenNumber }),
  output: z.object({ message: z.string(), mdn: z.string() }),
  refusals: {
    proof_required: proofRequired,
    moves_paused: movesPaused,
    line_ended: lineEnded,
    not_active: 'This line isn’t active. You can change its number once it is.',
    number_locked: 'Turn off the number lock first.',
    too_soon: 'You changed this number less than 30 days ago.',
    busy: 'Something else is under way on this line. Please try again in a moment.',
    no_numbers: {
      message: 'There is no free number near this ZIP Code right now. Please try another one.',
      field: 'zipCode',
    },
    not_changed:
      'The network didn’t change this number, so your line keeps it. Try again later, or contact us.',
    number_gone: numberGone,
    no_coverage: { message: 'We don’t cover this ZIP Code yet.', field: 'zipCode' },
  },
});
