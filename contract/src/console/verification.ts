import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, named, written } from './field-rules.ts';
import { everybody } from './roles.ts';

/** A code to what the customer has confirmed, or what a person has seen and writes down. */
export const waysToVerify = ['code', 'ticket', 'chat', 'in_person'] as const;
export const wayToVerify = z.enum(waysToVerify, { error: 'Choose how.' });
export type WayToVerify = z.infer<typeof wayToVerify>;

const codeGoesTo = z.enum(['email', 'phone'], { error: 'Choose where the code goes.' });

export const viewVerification = endpoint({
  name: 'viewVerification',
  wire: 'GET /console/api/customers/{id}/verification',
  caller: 'staff',
  roles: everybody,
  summary: 'How a caller may be verified, what changed lately, and until when they are (L05)',
  input: named,
  output: z.object({
    /** Masked. */
    title: z.string(),
    /** Where a code may go, masked; what is left out here is told of in `warnings`. */
    codes: z.array(z.object({ to: codeGoesTo, shown: z.string() })),
    /** The customer has written from a session within the last half hour. */
    chats: z.boolean(),
    warnings: z.array(z.string()),
    until: z.nullable(z.string()),
  }),
});

export const startVerification = endpoint({
  name: 'startVerification',
  wire: 'POST /console/api/customers/{id}/verification',
  caller: 'staff',
  roles: everybody,
  audited: ['how', 'to', 'reference'],
  summary:
    'Sends the customer a code, or writes down how else they were verified, which opens the page at once',
  input: z.object({
    id,
    how: wayToVerify,
    /** Of a code; without, to the email address if it may be used, else to the phone. */
    to: z.optional(codeGoesTo),
    reference: z.optional(written(200, 'Write down the reference.')),
  }),
  output: z.object({ sentTo: z.optional(z.string()), until: z.optional(z.string()) }),
  refusals: {
    no_code: 'No code can be sent: read why above. Verify them another way.',
    no_chat: 'They have not written in the chat from their account within the last half hour.',
    reference_missing: {
      message: 'Write down the number of the ticket, or which ID you saw.',
      field: 'reference',
    },
  },
});

export const enterVerification = endpoint({
  name: 'enterVerification',
  wire: 'PUT /console/api/customers/{id}/verification',
  caller: 'staff',
  roles: everybody,
  summary: 'The code that the customer reads out; the page opens for 15 minutes',
  input: z.object({
    id,
    code: z
      .string({ error: 'Enter the six digits.' })
      .check(z.trim(), z.regex(/^\d{6}$/, 'Enter the six digits.')),
  }),
  output: z.object({ until: z.string() }),
  refusals: {
    code_wrong: { message: 'This is not the code. Ask them to read it again.', field: 'code' },
    code_expired: { message: 'This code has expired. Send a new one.', field: 'code' },
    code_locked: { message: 'Too many wrong codes. Send a new one.', field: 'code' },
  },
});
