import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fields } from './fields.ts';

export const newNumber = z.object({ mdn: z.string(), town: z.string(), state: z.string() });
export type NewNumber = z.infer<typeof newNumber>;

/** One of those that `listNewNumbers` holds for this customer. */
export const chosenNumber = z.optional(fields.yourNumber);

export const numberGone = {
  message: 'This number is gone. Please choose another one.',
  field: 'newNumber',
} as const;

/** The same ones again within ten minutes, unless `others` are asked for. */
export const listNewNumbers = endpoint({
  name: 'listNewNumbers',
  wire: 'GET /app/numbers',
  caller: 'customer',
  needs: 'chooseNumber',
  summary: 'Free numbers near a ZIP code, held for this customer for ten minutes (P02)',
  input: z.object({ zipCode: fields.zipCode, others: z.optional(z.enum(['true', 'false'])) }),
  output: z.object({ numbers: z.array(newNumber), heldUntil: z.string() }),
  refusals: {
    no_coverage: { message: 'We don’t cover this ZIP Code yet.', field: 'zipCode' },
  },
});
