import * as z from 'zod/mini';
import { isDay, isWholeCents } from '../fields.ts';

/** Something that a person wrote. */
export const written = (most: number, sentence: string) =>
  z
    .string({ error: sentence })
    .check(z.trim(), z.minLength(1, sentence), z.maxLength(most, `At most ${most} characters.`));

export const id = z
  .string({ error: 'What is it about?' })
  .check(z.minLength(1, 'What is it about?'), z.maxLength(64, 'This is no id.'));
export const named = z.object({ id });

export const note = z.optional(
  z
    .string({ error: 'Write the note in words.' })
    .check(z.trim(), z.maxLength(1000, 'At most 1000 characters.')),
);

export const reason = written(500, 'Say why.');

/** Dollars and whole cents on the wire. */
export const amount = z
  .number({ error: 'Enter an amount in dollars.' })
  .check(
    z.gte(0.01, 'Enter an amount above zero.'),
    z.lte(10_000, 'Enter at most 10,000 dollars.'),
    z.refine(isWholeCents, 'Enter dollars and cents.'),
  );

export const idempotencyKey = z
  .string({ error: 'Send an Idempotency-Key.' })
  .check(
    z.minLength(1, 'Send an Idempotency-Key.'),
    z.maxLength(200, 'This Idempotency-Key is too long.'),
  );
export const idempotent = { idempotencyKey: 'idempotency-key' } as const;

export const noSuchDay = 'There is no such day.';

/**
 * A day and a time; without a zone in the brand's. Like each day and month that staff send it is of this
 * century: what counts on from December 9999 never ends.
 */
export const moment = z.string({ error: 'Choose a day and a time.' }).check(
  z.regex(/^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/, {
    error: 'Choose a day and a time.',
    abort: true,
  }),
  z.refine((text) => isDay(text.slice(0, 10)), noSuchDay),
);
