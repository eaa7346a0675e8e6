import * as z from 'zod/mini';

/** The id of one of the customer's lines, in the path of each call about it. */
export const lineId = z.string().check(z.maxLength(64));

/** A time that is paid, or would be: ISO 8601, UTC. */
export const period = z.object({ from: z.string(), to: z.string() });
export type Period = z.infer<typeof period>;

/** Each call about a line that ended. */
export const lineEnded = 'This line has ended.' as const;
/** What would make it go on. */
export const lineEnds =
  'This line is about to end. Choose “Keep this line” on its page first.' as const;
