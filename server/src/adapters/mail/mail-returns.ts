import * as z from 'zod';
import { svixSignatureHolds } from '../carrier/svix-signature.ts';
import type { MailReturn } from './mail.ts';

/** docs/adapters/smtp.md describes it for who sends it. */
const notice = z.object({
  kind: z.enum(['bounced', 'delayed', 'complained']),
  to: z
    .string()
    .trim()
    .toLowerCase()
    .max(320)
    .regex(/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u),
  reason: z.string().trim().max(500).default(''),
});

/** Each is taken once, by this. */
const noticeId = z.string().max(200);

/** Signed as Standard Webhooks are, with the secret's own characters as the key. */
export function readMailReturn(
  secret: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  now: Date,
): MailReturn | undefined {
  if (!svixSignatureHolds(headers, body, Buffer.from(secret), now)) return undefined;
  const id = noticeId.safeParse(headers['webhook-id']);
  const said = notice.safeParse(parsed(body));
  return id.success && said.success ? { id: id.data, ...said.data } : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
