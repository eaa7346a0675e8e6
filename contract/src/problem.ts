import * as z from 'zod/mini';

/** All codes of failures on the wire. */
export const problemStatus = {
  invalid: 400,
  unknown_client: 401,
  unauthenticated: 401,
  forbidden: 403,
  not_verified: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  refused: 422,
  too_often: 429,
  unexpected: 500,
  outside_down: 503,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** `line`: which one of a purchase of several, 2 for the second (P03). */
export const fieldError = z.object({
  field: z.string(),
  message: z.string(),
  line: z.optional(z.number()),
});
export type FieldError = z.infer<typeof fieldError>;

/** `errors` comes with `invalid` and refusals of fields; `retryAfter` is in seconds. */
export const problem = z.looseObject({
  code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]),
  message: z.string(),
  errors: z.optional(z.array(fieldError)),
  reason: z.optional(z.string()),
  retryAfter: z.optional(z.number()),
  requestId: z.string(),
});
export type Problem = z.infer<typeof problem>;

export const problemMessages = {
  invalid: 'Please check the highlighted fields.',
  unknown_client: 'We couldn’t tell which shop this is. Please reload the page.',
  unauthenticated: 'Please log in to continue.',
  forbidden: 'This is not allowed here.',
  not_found: 'We couldn’t find what you asked for.',
  conflict: 'This changed in the meantime. Please reload and try again.',
  too_large: 'That is too much to send at once.',
  unsupported: 'We can’t read this kind of content.',
  refused: 'We couldn’t do this.',
  too_often: 'Too many tries. Please wait a moment and try again.',
  unexpected: 'An unexpected error occurred',
  outside_down: 'One of our partners isn’t responding right now. Please try again.',
  unavailable: 'We can’t do this right now. Please try again in a moment.',
} as const satisfies Record<Exclude<ProblemCode, 'not_verified'>, string>;
