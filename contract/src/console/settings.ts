import * as z from 'zod/mini';
import { endpoint, nothing, said } from '../endpoint.ts';
import { written } from './field-rules.ts';
import { admins, everybody } from './roles.ts';

const span = z
  .object({
    /** Monday 1 to Sunday 7. */
    days: z.array(z.int().check(z.minimum(1), z.maximum(7))),
    from: z
      .string({ error: 'A time as 08:00.' })
      .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time as 08:00.')),
    to: z
      .string({ error: 'A time as 22:00.' })
      .check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'A time as 22:00.')),
  })
  .check(
    z.refine(({ days }) => days.length > 0, { error: 'Choose a day.', path: ['days'] }),
    z.refine(({ from, to }) => from < to, { error: 'It closes after it opens.', path: ['to'] }),
  );

const supportHours = z.object({
  /** As customers read them. */
  en: written(120, 'Write the hours in English.'),
  es: z.optional(written(120, 'Write the hours in Spanish.')),
  /** By which the chat says whether somebody is there. None: it promises nobody. */
  opening: z.array(span).check(z.maxLength(14, 'At most 14 times.')),
});

const dollars = z
  .number({ error: 'Enter an amount in dollars.' })
  .check(
    z.gte(0, 'Enter zero or more.'),
    z.lte(10_000, 'Enter at most 10,000 dollars.'),
    z.multipleOf(0.01, 'Enter dollars and cents.'),
  );

const refundLimits = z.object({ agent: dollars, billing: dollars, admin: dollars });

const whole = (most: number, sentence: string) =>
  z.int({ error: sentence }).check(z.minimum(1, sentence), z.maximum(most, sentence));

const keptDays = whole(365, 'Enter whole days, from 1 to 365.');
const unlockMinutes = whole(1440, 'Enter whole minutes, from 1 to 1,440 (a day).');

const values = z.object({ supportHours, refundLimits, keptDays, unlockMinutes });
export type SettingValues = z.infer<typeof values>;

export const settingNames = [
  'supportHours',
  'refundLimits',
  'keptDays',
  'unlockMinutes',
] as const satisfies readonly (keyof SettingValues)[];
export type SettingName = (typeof settingNames)[number];

export const storedSettings = z.object({
  supportHours: z.optional(supportHours),
  refundLimits: z.optional(refundLimits),
  keptDays: z.optional(keptDays),
  unlockMinutes: z.optional(unlockMinutes),
});
export type StoredSettings = z.infer<typeof storedSettings>;

const changed = z.nullable(z.object({ at: z.string(), by: z.string() }));

const shown = z.object({
  /** Counts the changes: sent back, it refuses a change of what somebody else has changed. */
  version: z.int(),
  settings: z.object({
    supportHours: z.object({ value: supportHours, inFolder: supportHours, changed }),
    refundLimits: z.object({ value: refundLimits, inFolder: refundLimits, changed }),
    keptDays: z.object({ value: keptDays, inFolder: keptDays, changed }),
    unlockMinutes: z.object({ value: unlockMinutes, inFolder: unlockMinutes, changed }),
  }),
});
export type ShownSettings = z.infer<typeof shown>;

export const viewSettings = endpoint({
  name: 'viewSettings',
  wire: 'GET /console/api/settings',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'What holds for this brand without a deploy, beside what its folder says (L16)',
  input: nothing,
  output: shown,
});

export const changeSettings = endpoint({
  name: 'changeSettings',
  wire: 'PUT /console/api/settings',
  caller: 'staff',
  roles: admins,
  freshProof: true,
  summary: 'Changes those that are sent; null goes back to the folder’s value',
  input: z.object({
    supportHours: z.optional(z.nullable(supportHours)),
    refundLimits: z.optional(z.nullable(refundLimits)),
    keptDays: z.optional(z.nullable(keptDays)),
    unlockMinutes: z.optional(z.nullable(unlockMinutes)),
    version: z.optional(z.int()),
  }),
  output: z.object({ ...said.shape, ...shown.shape }),
  refusals: {
    changed_meanwhile: 'A colleague has changed the settings meanwhile. Look at them again.',
    language_missing: {
      message: 'This brand speaks Spanish too. Write the hours in Spanish.',
      field: 'es',
    },
  },
});
