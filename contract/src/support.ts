import * as z from 'zod/mini';
import { endpoint, said } from './endpoint.ts';
import { fields } from './fields.ts';

export const contactUs = endpoint({
  name: 'contactUs',
  wire: 'POST /app/users/contactus',
  caller: 'anyone',
  summary: 'Sends a message to the people of the brand, and a receipt to who wrote it',
  input: z.object({
    name: fields.contactName,
    email: fields.email,
    message: fields.message,
    /** A hidden trap: programs fill it in, and then nothing is sent. */
    website: z.optional(z.string().check(z.maxLength(500))),
  }),
  output: said,
});
