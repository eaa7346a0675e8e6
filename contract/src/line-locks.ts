import * as z from 'zod/mini';

/** `offAt` (ISO 8601, UTC) stands while it is being unlocked: until then it holds. */
const lock = z.object({ on: z.boolean(), offAt: z.optional(z.string()) });
export const lineLocks = z.object({ sim: lock, number: lock });
export type LineLocks = z.infer<typeof lineLocks>;
