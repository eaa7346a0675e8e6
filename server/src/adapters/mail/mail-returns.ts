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

/** Signed as Standard Webhooks are, with the secret's own characters as the key. */
export function readMailReturn(
  secret: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  now: Date,
): MailReturn | undefined {
  if (!svixSignatureHolds(headers, body, Buffer.from(secret), now)) return undefined;
  const { success, data } = notice.safeParse(parsed(body));
  const id = headers['webhook-id'] ?? '';
  return success && id.length <= 200 ? { id, ...data } : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
