import * as z from 'zod/mini';

/**
 * `GET /app/events`: server-sent events, read with fetch (the token stands in a header). Without a
 * token `x-mid` alone opens the stream of an anonymous chat. An event is a hint to look again: what
 * happened is asked by the usual calls. Its name is `kind`. Beside these come `ready` (the
 * stream has begun), a comment every 15 s, and, as the last one, `replaced` (another tab of this
 * browser has the stream now: do not come back by yourself) or `again` (open it anew, with a fresh
 * proof and the last id as `last-event-id`).
 */
export const eventsPath = '/app/events';
/** What the stream is called where calls are named: in logs, and in what an agent did. */
export const eventsName = 'streamEvents';

export const liveEvent = z.object({
  kind: z.enum(['line', 'portIn', 'order', 'chat']),
  id: z.string(),
  status: z.string(),
});
export type LiveEvent = z.infer<typeof liveEvent>;
