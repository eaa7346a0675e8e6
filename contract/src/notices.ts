import * as z from 'zod/mini';
import { endpoint, nothing } from './endpoint.ts';

export const noticeKind = z.enum(['outage', 'maintenance', 'news']);
export type NoticeKind = z.infer<typeof noticeKind>;

export const shownNotice = z.object({
  id: z.string(),
  kind: noticeKind,
  text: z.string(),
  /** Set when it is not in the reader's language. */
  lang: z.optional(z.string()),
  /** Where it holds, if not everywhere. */
  zipPrefix: z.optional(z.string()),
});
export type ShownNotice = z.infer<typeof shownNotice>;

export const viewNotices = endpoint({
  name: 'viewNotices',
  wire: 'GET /app/notices',
  caller: 'customer',
  summary: 'What is to be said now, to all and about the addresses of the customer’s lines (L13)',
  input: nothing,
  output: z.object({ notices: z.array(shownNotice) }),
});
