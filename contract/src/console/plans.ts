import * as z from 'zod/mini';
import { endpoint, nothing, said } from '../endpoint.ts';
import { isWholeCents } from '../fields.ts';
import { languages } from '../language.ts';
import { planLabel, shownLabel } from '../plan-label.ts';
import { plan as shopPlan } from '../plans.ts';
import { prepayMonths, prepayOffer } from '../prepay.ts';
import { id, moment, named, written } from './field-rules.ts';
import { admins, everybody } from './roles.ts';
import { trueLabel } from './true-label.ts';

const version = z.int({ error: 'Send the version that you looked at.' });

export const planPriceRule = z
  .number({ error: 'Enter a price in dollars.' })
  .check(
    z.minimum(0.5, 'Enter at least $0.50.'),
    z.maximum(1000, 'Enter at most $1,000.'),
    z.refine(isWholeCents, 'Enter dollars and cents.'),
  );

const prepayRule = z.object({
  months: prepayMonths,
  price: z
    .number({ error: 'Enter a price in dollars.' })
    .check(
      z.minimum(0.5, 'Enter at least $0.50.'),
      z.maximum(12_000, 'Enter at most $12,000.'),
      z.refine(isWholeCents, 'Enter dollars and cents.'),
    ),
});

/** What the console edits; the rest of a plan stays as it is. */
const edited = {
  retailName: written(40, 'Enter the plan’s name.'),
  retailDescription: written(300, 'Describe the plan.'),
  /** The same in Spanish. */
  descriptionInSpanish: z.optional(written(300, 'Describe the plan in Spanish.')),
  retailPrice: planPriceRule,
  popular: z.boolean({ error: 'Say whether it is the popular one.' }),
  /** Several months at once; absent: as it is, empty: not any more (P10). */
  prepay: z.optional(z.array(prepayRule).check(z.maxLength(3, 'Enter each length once.'))),
  /** The Broadband Facts; absent: as they are. */
  label: z.optional(trueLabel),
  /** What of it is in words; absent: as they are. */
  labelInSpanish: z.optional(
    z.object({
      includedData: written(500, 'Say in Spanish how much data is in it.'),
      additionalData: written(500, 'Say in Spanish what more data costs.'),
    }),
  ),
};

const planState = z.enum(['on_sale', 'off_sale']);

const consolePlan = z.object({
  id: z.string(),
  ...edited,
  /** As it was kept, by an earlier version too. */
  label: z.optional(planLabel),
  retailName: z.string(),
  retailDescription: z.string(),
  descriptionInSpanish: z.optional(z.string()),
  retailPrice: z.number(),
  popular: z.boolean(),
  prepay: z.optional(z.array(prepayOffer)),
  state: planState,
  /** Of the newest version, which may be a draft; 0: nobody has edited it here. */
  version: z.number(),
  isDraft: z.boolean(),
  /** When the draft is published by itself. */
  publishesAt: z.nullable(z.string()),
});

export const listStaffPlans = endpoint({
  name: 'listStaffPlans',
  wire: 'GET /console/api/plans',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Plans on sale and off, each with its newest version (L10)',
  input: nothing,
  output: z.object({ plans: z.array(consolePlan) }),
});

export const viewStaffPlan = endpoint({
  name: 'viewStaffPlan',
  wire: 'GET /console/api/plans/{id}',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'A plan as the shop would show it, its label, what is missing, and its versions',
  input: named,
  output: z.object({
    plan: consolePlan,
    label: z.optional(shownLabel),
    /** As the shop will show it, in each language of the brand. */
    preview: z.array(
      z.object({ language: z.enum(languages), plan: shopPlan, label: z.optional(shownLabel) }),
    ),
    /** Why it was not published at its time. */
    publishFailed: z.nullable(z.string()),
    /** Why it cannot be published yet. */
    missing: z.array(z.string()),
    versions: z.array(
      z.object({
        number: z.number(),
        savedBy: z.string(),
        savedAt: z.string(),
        publishedBy: z.nullable(z.string()),
        publishedAt: z.nullable(z.string()),
        changes: z.array(z.object({ what: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
  }),
});

const changedMeanwhile = 'A colleague has changed this plan meanwhile. Close this and look again.';

export const savePlan = endpoint({
  name: 'savePlan',
  wire: 'PUT /console/api/plans/{id}',
  caller: 'staff',
  roles: admins,
  audited: ['retailName', 'retailPrice', 'version'],
  summary: 'Keeps a draft of a plan; the shop shows what was published',
  input: z.object({ id, version, ...edited }),
  output: z.object({ ...said.shape, version: z.number() }),
  refusals: { changed_meanwhile: changedMeanwhile },
});

export const publishPlan = endpoint({
  name: 'publishPlan',
  wire: 'POST /console/api/plans/{id}/publish',
  caller: 'staff',
  roles: admins,
  audited: ['version', 'at'],
  summary: 'Puts the newest version on sale, now or at a time',
  input: z.object({
    id,
    version,
    at: z.optional(z.union([z.literal(''), moment], { error: 'Choose a day and a time.' })),
  }),
  output: said,
  refusals: {
    changed_meanwhile: changedMeanwhile,
    incomplete: 'Something is missing, so it is not published. The plan’s page says what.',
    no_draft: 'There is no draft to be published later.',
    too_early: {
      message: 'This time is over. Choose a later one, or none to publish it now.',
      field: 'at',
    },
    carrier_lacks_plan:
      'The carrier does not sell this plan, so a line with it would wait. Put it on sale there first.',
  },
});

export const holdPlan = endpoint({
  name: 'holdPlan',
  wire: 'POST /console/api/plans/{id}/hold',
  caller: 'staff',
  roles: admins,
  audited: ['version'],
  summary: 'Takes back that a draft is published at a time',
  input: z.object({ id, version }),
  output: said,
  refusals: { changed_meanwhile: changedMeanwhile },
});

export const addPlan = endpoint({
  name: 'addPlan',
  wire: 'POST /console/api/plans',
  caller: 'staff',
  roles: admins,
  audited: ['id', 'copyOf'],
  summary: 'Begins a plan as a copy of another one; it is off sale until it is published',
  input: z.object({
    id: z
      .string({ error: 'Enter the id.' })
      .check(z.regex(/^[a-z0-9-]{2,64}$/, 'Enter 2 to 64 small letters, digits and hyphens.')),
    copyOf: z.string({ error: 'Choose a plan.' }).check(z.minLength(1, 'Choose a plan.')),
    retailName: edited.retailName,
    /** Null: unlimited. */
    dataGb: z.nullable(
      z
        .number({ error: 'Enter gigabytes.' })
        .check(
          z.gte(0.001, 'Enter gigabytes above zero.'),
          z.lte(10_000, 'Enter at most 10,000 gigabytes.'),
        ),
    ),
  }),
  output: said,
  refusals: {
    id_taken: { message: 'Another plan has this id.', field: 'id' },
    no_such_plan: { message: 'This plan is not there any more.', field: 'copyOf' },
  },
});

export const takePlanOff = endpoint({
  name: 'takePlanOff',
  wire: 'POST /console/api/plans/{id}/off-sale',
  caller: 'staff',
  roles: admins,
  audited: ['version'],
  summary: 'Takes a plan off sale; lines that have it keep it and its price',
  input: z.object({ id, version }),
  output: said,
  refusals: { changed_meanwhile: changedMeanwhile },
});
