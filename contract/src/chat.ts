import * as z from 'zod/mini';
import { endpoint, said } from './endpoint.ts';
import { text } from './field-rule.ts';
import { fields } from './fields.ts';

/** The longest message, in characters. */
export const chatTextMax = 2000;

export const chatMessage = z.object({
  id: z.string(),
  from: z.enum(['you', 'desk']),
  text: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** A card number stood in it: it was taken out before anything was stored. */
  masked: z.boolean(),
  /** The sender's own name for it, by which a message that was sent twice is stored once. */
  clientId: z.optional(z.string()),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const conversation = z.object({
  /** Oldest first: the newest fifty, or those before the cursor. */
  messages: z.array(chatMessage),
  /** Cursor of the messages before these. */
  next: z.optional(z.string()),
  /** Replies of the desk that were not seen yet. */
  unread: z.int(),
  desk: z.object({
    /** Somebody is there now. */
    open: z.boolean(),
    /** When somebody will be, ISO 8601; null while open, and where the brand names no hours. */
    backAt: z.nullable(z.string()),
  }),
  /** Where a reply goes that nobody sees here; null: nowhere yet. */
  repliesTo: z.nullable(z.string()),
});
export type Conversation = z.infer<typeof conversation>;

/**
 * The chat with the desk (F08, I23): the customer's own, from every browser; without a token the one
 * of this browser (`x-mid`). An anonymous one becomes the customer's at the first of these calls
 * after the login in the same browser.
 */
export const viewChat = endpoint({
  name: 'viewChat',
  wire: 'GET /app/chat',
  caller: 'anyone',
  knowsCustomer: true,
  notForAgents: true,
  summary: 'The conversation with the support desk, newest messages last',
  input: z.object({ cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
  output: z.object({ conversation }),
});

export const sendChatMessage = endpoint({
  name: 'sendChatMessage',
  wire: 'POST /app/chat/messages',
  caller: 'anyone',
  knowsCustomer: true,
  notForAgents: true,
  summary: 'Says something to the support desk; the same clientId is stored once',
  input: z.object({
    text: text(
      'Please enter a message',
      'Please keep it to 2,000 characters. You can send more than one message.',
      { max: chatTextMax },
    ),
    clientId: z.optional(z.string().check(z.regex(/^[\w-]{8,64}$/))),
    /** Where an anonymous visitor wants the reply to go. */
    email: z.optional(fields.email),
  }),
  output: z.object({ message: z.string(), sent: chatMessage }),
});

export const readChat = endpoint({
  name: 'readChat',
  wire: 'POST /app/chat/read',
  caller: 'anyone',
  knowsCustomer: true,
  notForAgents: true,
  summary: 'Marks the replies of the desk as seen: up to one of them, or all',
  input: z.object({ upTo: z.optional(z.string().check(z.maxLength(64))) }),
  output: said,
});

/**
 * How the pages of a shop load its chat. Without a script it is the panel of our own; a widget of
 * another service names its script, and its browser half boots it (web/src/support/chat-widget.ts).
 */
export interface PublicChat {
  readonly kind: 'built-in';
  readonly scriptUrl: string | null;
}

/** Who opens the chat (F08). */
export type ChatIdentity =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly firstName: string;
      readonly email: string;
      /** Signed by the server: the service's proof that it is this customer. */
      readonly userHash: string;
    };
