import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fields } from './fields.ts';

const address = z.object({
  streetNumber: fields.streetNumber,
  streetDirection: fields.streetDirection,
  streetName: fields.streetName,
  streetUnit: fields.streetUnit,
  city: fields.city,
  state: fields.state,
  zipCode: fields.zipCode,
});

export const checkAddress = endpoint({
  name: 'checkAddress',
  wire: 'POST /app/address/check',
  caller: 'anyone',
  summary:
    'How the post office writes an address, if it is not as typed; nothing where it is unsure',
  input: address,
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
