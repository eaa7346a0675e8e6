import * as z from 'zod/mini';

/**
 * Server-sent events, read with fetch because the token is a header; `x-mid` alone opens an
 * anonymous chat's stream. An event only says what to load again. `replaced` (another tab took
 * over) and `again` (reconnect) end it.
 */
export const eventsPath = '/app/events';
export const eventsName = 'streamEvents';

export const liveEvent = z.object({
  /** Of `usage` the status is `changed`, or what was passed: `data 80`. */
  kind: z.enum(['line', 'portIn', 'order', 'chat', 'usage']),
  id: z.string(),
  status: z.string(),
});
export type LiveEvent = z.infer<typeof liveEvent>;
