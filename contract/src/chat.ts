import * as z from 'zod/mini';
import { endpoint, said } from './endpoint.ts';
import { text } from './field-rule.ts';
import { fields } from './fields.ts';

export const chatTextMax = 2000;

export const chatMessage = z.object({
  id: z.string(),
  from: z.enum(['you', 'desk']),
  text: z.string(),
  at: z.string(),
  /** A card number was removed before anything was stored. */
  masked: z.boolean(),
  /** The sender's id for it: a message sent twice is stored once. */
  clientId: z.optional(z.string()),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const conversation = z.object({
  messages: z.array(chatMessage),
  next: z.optional(z.string()),
  unread: z.int(),
  desk: z.object({
    open: z.boolean(),
    backAt: z.nullable(z.string()),
  }),
  repliesTo: z.nullable(z.string()),
});
export type Conversation = z.infer<typeof conversation>;

/**
 * Without a token it is this browser's chat (`x-mid`), which moves to the customer at a login (F08,
 * I23).
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
  summary: 'Marks the replies of support as seen: up to one of them, or all',
  input: z.object({ upTo: z.optional(z.string().check(z.maxLength(64))) }),
  output: said,
});

/**
 * For chat services that take a signed token beside or instead of the user hash: made at the
 * question, because it is short-lived. Null where the service in use takes none.
 */
export const viewChatToken = endpoint({
  name: 'viewChatToken',
  wire: 'GET /app/chat/token',
  caller: 'customer',
  notForAgents: true,
  summary: 'A short-lived proof, for the chat service, of who the customer is',
  input: z.object({}),
  output: z.object({ token: z.nullable(z.string()) }),
});

/** Public. Our own panel (web/src/support/chat-conversation.ts), or a service's widget. */
export type PublicChat =
  | { readonly kind: 'built-in'; readonly scriptUrl: null }
  | {
      readonly kind: 'intercom';
      readonly scriptUrl: string;
      readonly appId: string;
      /** `token`: the boot carries a signed token instead of the user hash. */
      readonly proof: 'hash' | 'token';
    }
  | {
      readonly kind: 'chatwoot';
      readonly scriptUrl: string;
      readonly url: string;
      readonly websiteToken: string;
    };

/** The page of ours that a service's widget runs in, under a policy of its own. */
export const chatFramePath = '/chat-frame';

/** Told to the frame page by the server, where that page has a host of its own (`data-chat`). */
export interface ChatFrameSettings {
  readonly chat: PublicChat;
  /** The brand's own: nobody else is listened to. */
  readonly origins: readonly string[];
}

export type ChatIdentity =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly firstName: string;
      readonly email: string;
      /** The server's proof, for the chat service, that it is this customer. */
      readonly userHash: string;
    };
