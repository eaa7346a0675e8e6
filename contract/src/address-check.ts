import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { streetAddress } from './fields.ts';

export const checkAddress = endpoint({
  name: 'checkAddress',
  wire: 'POST /app/address/check',
  caller: 'anyone',
  summary:
    'How the post office writes an address, if it is not as typed; nothing where it is unsure',
  input: z.object(streetAddress),
  output: z.object({
    suggestion: z.optional(
      z.object({
        streetNumber: z.string(),
        streetDirection: z.string(),
        streetName: z.string(),
        streetUnit: z.string(),
        city: z.string(),
        state: z.string(),
        zipCode: z.string(),
      }),
    ),
  }),
});
