import * as z from 'zod/mini';
import { sendChatMessage } from '../chat.ts';
import { endpoint, nothing, said } from '../endpoint.ts';
import { id, named, note, written } from './field-rules.ts';
import { admins, agents, everybody } from './roles.ts';

export const waitingChat = z.object({
  id: z.string(),
  /** Nobody's, while they are not logged in. */
  customerId: z.nullable(z.string()),
  /** Masked, as a search shows it: nobody is verified here. */
  name: z.nullable(z.string()),
  language: z.string(),
  /** Since when nobody has answered; null when we have. */
  waitsSince: z.nullable(z.string()),
  writtenAt: z.string(),
  /** Who of staff has it. */
  takenBy: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type WaitingChat = z.infer<typeof waitingChat>;

export const listChats = endpoint({
  name: 'listChats',
  wire: 'GET /console/api/chats',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Open conversations: who waits the longest comes first (L12)',
  input: nothing,
  output: z.object({ chats: z.array(waitingChat) }),
});

export const viewStaffChat = endpoint({
  name: 'viewStaffChat',
  wire: 'GET /console/api/chats/{id}',
  caller: 'staff',
  roles: everybody,
  summary: 'What was written, the newest last',
  input: named,
  output: z.object({
    ...waitingChat.shape,
    messages: z.array(
      z.object({
        id: z.string(),
        from: z.enum(['visitor', 'desk']),
        text: z.string(),
        at: z.string(),
        masked: z.boolean(),
        /** Written by this browser before anybody logged in: it may have been somebody else. */
        beforeLogin: z.boolean(),
      }),
    ),
  }),
});

const taken = 'A colleague has this conversation. Ask them, or take it over.';

export const takeChat = endpoint({
  name: 'takeChat',
  wire: 'POST /console/api/chats/{id}/take',
  caller: 'staff',
  roles: agents,
  audited: ['over'],
  summary: 'Takes a conversation; from a colleague with `over` only',
  input: z.object({ id, over: z.optional(z.boolean()) }),
  output: said,
  refusals: { taken },
});

export const replyToChat = endpoint({
  name: 'replyToChat',
  wire: 'POST /console/api/chats/{id}/reply',
  caller: 'staff',
  roles: agents,
  summary: 'Answers, and takes it if nobody has; the same clientId is stored once',
  input: z.object({
    id,
    text: sendChatMessage.input.shape.text,
    clientId: sendChatMessage.input.shape.clientId,
  }),
  output: said,
  refusals: { taken },
});

export const handOverChat = endpoint({
  name: 'handOverChat',
  wire: 'POST /console/api/chats/{id}/hand-over',
  caller: 'staff',
  roles: agents,
  audited: ['note'],
  summary: 'Puts it back, for whoever takes it next',
  input: z.object({ id, note }),
  output: said,
  refusals: { taken },
});

export const closeChat = endpoint({
  name: 'closeChat',
  wire: 'POST /console/api/chats/{id}/close',
  caller: 'staff',
  roles: agents,
  summary: 'Takes it off the list until they write again',
  input: named,
  output: said,
  refusals: { taken },
});

const readyAnswer = z.object({ id: z.string(), title: z.string(), text: z.string() });

export const listReadyAnswers = endpoint({
  name: 'listReadyAnswers',
  wire: 'GET /console/api/answers',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Answers that are kept ready',
  input: nothing,
  output: z.object({ answers: z.array(readyAnswer) }),
});

export const keepReadyAnswer = endpoint({
  name: 'keepReadyAnswer',
  wire: 'POST /console/api/answers',
  caller: 'staff',
  roles: admins,
  audited: ['title'],
  summary: 'Keeps an answer ready; the same title is written anew',
  input: z.object({
    title: written(80, 'Enter a title.'),
    text: sendChatMessage.input.shape.text,
  }),
  output: z.object({ ...said.shape, id: z.string() }),
});

export const dropReadyAnswer = endpoint({
  name: 'dropReadyAnswer',
  wire: 'DELETE /console/api/answers/{id}',
  caller: 'staff',
  roles: admins,
  summary: 'Drops an answer that was kept ready',
  input: named,
  output: said,
});
