import * as z from 'zod/mini';
import { simType } from './lines.ts';

export const simReplacement = z.object({
  type: simType,
  state: z.enum(['announced', 'under_way', 'done', 'stopped', 'failed']),
  /** ISO 8601, UTC: when the change begins, or began. */
  effectiveAt: z.string(),
  /** A card that comes by mail. */
  isMailed: z.boolean(),
  /** The network was asked to stop it and has not answered yet. */
  isStopping: z.boolean(),
  /** Why it stopped or failed, in words. */
  why: z.optional(z.string()),
});
export type SimReplacement = z.infer<typeof simReplacement>;
