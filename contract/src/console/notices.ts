import * as z from 'zod/mini';
import { endpoint, nothing, said } from '../endpoint.ts';
import { noticeKind } from '../notices.ts';
import { id, moment, named } from './field-rules.ts';
import { admins, everybody } from './roles.ts';

const text = z.optional(
  z
    .string({ error: 'Write what customers read.' })
    .check(z.trim(), z.maxLength(300, 'At most 300 characters.')),
);

const input = {
  kind: z.enum(noticeKind.options, { error: 'Say what it is about.' }),
  /** By language. */
  texts: z.object({ en: text, es: text }),
  /** The first digits of ZIP codes; none: for all. */
  zipPrefix: z.optional(
    z.string().check(z.trim(), z.regex(/^\d{0,5}$/, 'Enter up to five digits, or none for all.')),
  ),
  /** Without a zone it is the brand's time; none: now. */
  from: z.optional(z.union([z.literal(''), moment], { error: 'Choose a day and a time.' })),
  until: moment,
};

export const keptNotice = z.object({
  id: z.string(),
  kind: noticeKind,
  texts: z.object({ en: z.optional(z.string()), es: z.optional(z.string()) }),
  zipPrefix: z.optional(z.string()),
  from: z.string(),
  until: z.string(),
  state: z.enum(['planned', 'shown', 'over']),
  by: z.string(),
  changedAt: z.string(),
});
export type KeptNotice = z.infer<typeof keptNotice>;

const languages = z.array(z.enum(['en', 'es']));

export const listNotices = endpoint({
  name: 'listNotices',
  wire: 'GET /console/api/notices',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Notices on pages and dashboards: those that are not over, then the newest (L13)',
  input: nothing,
  /** `languages`: those in which each must be written. */
  output: z.object({ notices: z.array(keptNotice), languages }),
});

const refusals = {
  language_missing: 'Write it in each language of the brand. One is missing.',
  over_before_it_begins: {
    message: 'It must end after it begins, and after now.',
    field: 'until',
  },
  too_long: { message: 'A notice is shown for 90 days at most.', field: 'until' },
} as const;

const audited = ['kind', 'texts', 'zipPrefix', 'from', 'until'] as const;

export const addNotice = endpoint({
  name: 'addNotice',
  wire: 'POST /console/api/notices',
  caller: 'staff',
  roles: admins,
  audited,
  summary: 'A new one, on all processes within seconds of when it begins',
  input: z.object(input),
  output: z.object({ ...said.shape, notice: keptNotice }),
  refusals,
});

export const changeNotice = endpoint({
  name: 'changeNotice',
  wire: 'PUT /console/api/notices/{id}',
  caller: 'staff',
  roles: admins,
  audited,
  summary: 'Writes one anew that is not over',
  input: z.object({ id, ...input }),
  output: z.object({ ...said.shape, notice: keptNotice }),
  refusals: { ...refusals, notice_over: 'This notice is over. Write a new one.' },
});

export const endNotice = endpoint({
  name: 'endNotice',
  wire: 'POST /console/api/notices/{id}/end',
  caller: 'staff',
  roles: admins,
  summary: 'Ends one now; one that is planned is not shown at all',
  input: named,
  output: said,
});
