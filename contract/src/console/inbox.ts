import * as z from 'zod/mini';
import { sendChatMessage } from '../chat.ts';
import { endpoint, nothing, said } from '../endpoint.ts';
import { id, named, note } from './field-rules.ts';
import { agents, everybody } from './roles.ts';

export const inboxMessage = z.object({
  id: z.string(),
  /** As they wrote it; anybody can write any name. */
  name: z.string(),
  language: z.string(),
  writtenAt: z.string(),
  /** Since when nobody has answered; null when we have. */
  waitsSince: z.nullable(z.string()),
  /** Who of staff has it. */
  takenBy: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type InboxMessage = z.infer<typeof inboxMessage>;

export const listInbox = endpoint({
  name: 'listInbox',
  wire: 'GET /console/api/inbox',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Open messages of the contact form: who waits the longest comes first (L12)',
  input: nothing,
  output: z.object({ messages: z.array(inboxMessage) }),
});

export const viewInboxMessage = endpoint({
  name: 'viewInboxMessage',
  wire: 'GET /console/api/inbox/{id}',
  caller: 'staff',
  roles: everybody,
  summary: 'What was written and answered, and whose address it is',
  input: named,
  output: z.object({
    ...inboxMessage.shape,
    email: z.string(),
    text: z.string(),
    closed: z.boolean(),
    /** An account has this address. Nobody has proven that its owner wrote. */
    customerId: z.nullable(z.string()),
    replies: z.array(
      z.object({ id: z.string(), by: z.string(), text: z.string(), at: z.string() }),
    ),
  }),
});

const taken = 'A colleague has this message. Ask them, or take it over.';

export const takeInboxMessage = endpoint({
  name: 'takeInboxMessage',
  wire: 'POST /console/api/inbox/{id}/take',
  caller: 'staff',
  roles: agents,
  audited: ['over'],
  summary: 'Takes a message; from a colleague with `over` only',
  input: z.object({ id, over: z.optional(z.boolean()) }),
  output: said,
  refusals: { taken },
});

export const replyToInboxMessage = endpoint({
  name: 'replyToInboxMessage',
  wire: 'POST /console/api/inbox/{id}/reply',
  caller: 'staff',
  roles: agents,
  summary: 'Answers by email, and takes it if nobody has; the same clientId is sent once',
  input: z.object({
    id,
    text: sendChatMessage.input.shape.text,
    clientId: sendChatMessage.input.shape.clientId,
  }),
  output: said,
  refusals: { taken },
});

export const handOverInboxMessage = endpoint({
  name: 'handOverInboxMessage',
  wire: 'POST /console/api/inbox/{id}/hand-over',
  caller: 'staff',
  roles: agents,
  audited: ['note'],
  summary: 'Puts it back, for whoever takes it next',
  input: z.object({ id, note }),
  output: said,
  refusals: { taken },
});

export const closeInboxMessage = endpoint({
  name: 'closeInboxMessage',
  wire: 'POST /console/api/inbox/{id}/close',
  caller: 'staff',
  roles: agents,
  summary: 'Takes it off the list',
  input: named,
  output: said,
  refusals: { taken },
});
