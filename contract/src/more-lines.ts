import * as z from 'zod/mini';
import { fields } from './fields.ts';
import { simType } from './lines.ts';
import { MOST_LINES } from './most-lines.ts';
import { chosenNumber } from './new-numbers.ts';
import { orderedPortIn } from './port-in.ts';
import { prepayMonths } from './prepay.ts';

/* Several lines in one purchase (P03). The first one is in the call itself, the others in `more`. */

/** To be priced. */
export const furtherPlans = z.optional(
  z
    .array(
      z.object({
        planId: z.string().check(z.maxLength(64)),
        months: z.optional(prepayMonths),
      }),
    )
    .check(z.maxLength(MOST_LINES - 1)),
);

/** To be ordered, in the order of the price: address, contact and mail are the first one’s. */
export const furtherLines = z.optional(
  z
    .array(
      z.object({
        simType,
        iccid: z.optional(fields.iccid),
        imei: z.optional(fields.imei),
        portIn: z.optional(orderedPortIn),
        newNumber: chosenNumber,
      }),
    )
    .check(z.maxLength(MOST_LINES - 1)),
);

/** Every line begins with its own SIM and number. */
export const lineRefusals = {
  too_many_lines: 'That’s more lines than you can buy at once. Please remove one.',
  same_sim: {
    message: 'Another line of this purchase has this SIM card. Please use another one.',
    field: 'iccid',
  },
  same_number: {
    message: 'Another line of this purchase brings this number. Please choose another one.',
    field: 'yourNumber',
  },
} as const;
