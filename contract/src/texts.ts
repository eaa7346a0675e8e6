import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Ten digits, of the US. */
const number = z.string().check(z.regex(/^\d{10}$/));

const texts = {
  /** False: this brand sends none. */
  offered: z.boolean(),
  /** Where they go; null while the customer has not allowed them. */
  number: z.nullable(number),
  since: z.nullable(z.string()),
  /** The last number answered STOP. */
  stopped: z.boolean(),
  /** The last number gets no texts: nobody has it, or it is a landline. */
  unreached: z.boolean(),
  /** The customer's own: the contact number, and those of lines. */
  numbers: z.array(number),
  /** What the customer agrees to. */
  consent: z.object({ version: z.string(), text: z.string() }),
};
export type Texts = z.infer<z.ZodMiniObject<typeof texts>>;

export const viewTexts = endpoint({
  name: 'viewTexts',
  wire: 'GET /app/texts',
  caller: 'customer',
  summary: 'Whether the customer gets text messages, and where (M13)',
  input: z.object({}),
  output: z.object(texts),
});

export const allowTexts = endpoint({
  name: 'allowTexts',
  wire: 'PUT /app/texts',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  summary: 'Agrees to text messages to one of the customer’s own numbers (M13)',
  input: z.object({ number, version: z.string().check(z.maxLength(20)) }),
  output: z.object({ message: z.string(), ...texts }),
  refusals: {
    not_offered: 'We don’t send text messages.',
    number_not_yours: 'Choose your contact number or the number of one of your lines.',
    wording_changed: 'These words have changed. Please read them again.',
  },
});

export const endTexts = endpoint({
  name: 'endTexts',
  wire: 'DELETE /app/texts',
  caller: 'customer',
  notForAgents: true,
  summary: 'Ends text messages (M13)',
  input: z.object({}),
  output: z.object({ message: z.string(), ...texts }),
});
