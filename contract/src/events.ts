import * as z from 'zod/mini';

/**
 * `GET /app/events`: server-sent events, read with fetch because the token is a header. With
 * `x-mid` alone it is an anonymous chat's stream. An event, named by its `kind`, only says what to
 * load again. Also sent: `ready`, a comment every 15 s, and at the end `replaced` (another tab took
 * over: stay away) or `again` (reconnect with a fresh proof and `last-event-id`).
 */
export const eventsPath = '/app/events';
export const eventsName = 'streamEvents';

export const liveEvent = z.object({
  kind: z.enum(['line', 'portIn', 'order', 'chat']),
  id: z.string(),
  status: z.string(),
});
export type LiveEvent = z.infer<typeof liveEvent>;
