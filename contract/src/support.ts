import * as z from 'zod/mini';
import { endpoint, said } from './endpoint.ts';
import { fields } from './fields.ts';

/** The contact form (E14, I11). */
export const contactUs = endpoint({
  name: 'contactUs',
  wire: 'POST /app/users/contactus',
  caller: 'anyone',
  summary: 'Sends a message to the people of the brand, and a receipt to who wrote it',
  input: z.object({
    name: fields.contactName,
    email: fields.email,
    message: fields.message,
    /**
     * People do not see this field, programs fill it in: then nothing is sent, and the answer is the
     * same.
     */
    website: z.optional(z.string().check(z.maxLength(500))),
  }),
  output: said,
});
