import * as z from 'zod/mini';
import { endpoint, nothing } from './endpoint.ts';

/** What a customer chooses from, in this order. Emails about all of it go on. */
export const pushKinds = ['security', 'line', 'port_in', 'order', 'payment', 'usage'] as const;
export type PushKind = (typeof pushKinds)[number];
const kind = z.enum(pushKinds);

const browser = z.object({
  id: z.string(),
  /** By which it finds itself: the first 16 digits of its endpoint's SHA-256, in hex. */
  mark: z.string(),
  /** "Chrome on Android". */
  browser: z.string(),
  since: z.string(),
  kinds: z.array(kind),
});
export type PushBrowser = z.infer<typeof browser>;

const push = {
  /** False: this brand sends none. */
  offered: z.boolean(),
  /** The brand's, with which a browser subscribes: base64url. Empty where none is offered. */
  publicKey: z.string(),
  /** Where notices are on, the newest first: ten at most. */
  browsers: z.array(browser),
};
export type Push = z.infer<z.ZodMiniObject<typeof push>>;

export const viewPush = endpoint({
  name: 'viewPush',
  wire: 'GET /app/push',
  caller: 'customer',
  notForAgents: true,
  summary: 'In which browsers the customer gets notices, and of what kinds (P08)',
  input: nothing,
  output: z.object(push),
});

export const allowPush = endpoint({
  name: 'allowPush',
  wire: 'PUT /app/push',
  caller: 'customer',
  notForAgents: true,
  summary: 'Turns notices on in this browser, or chooses their kinds anew (P08)',
  input: z.object({
    /** As the browser's push service gave it. */
    endpoint: z.string().check(z.minLength(1), z.maxLength(1000)),
    /** The browser's public key, and what it shares with us: base64url. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
    kinds: z.array(kind).check(z.minLength(1), z.maxLength(pushKinds.length)),
  }),
  output: z.object({ message: z.string(), ...push }),
  refusals: {
    not_offered: 'We don’t send notices to browsers.',
    unknown_service: 'We can’t send notices to this browser. Your emails go on as before.',
    too_many_browsers:
      'Notices are on in ten browsers, and that’s the most. Turn them off in one of them first.',
  },
});

export const endPush = endpoint({
  name: 'endPush',
  wire: 'DELETE /app/push/{id}',
  caller: 'customer',
  notForAgents: true,
  summary: 'Turns notices off in one browser (P08)',
  input: z.object({ id: z.string().check(z.maxLength(64)) }),
  output: z.object({ message: z.string(), ...push }),
});
