import * as z from 'zod/mini';
import { addOn as shopAddOn } from '../add-on.ts';
import { endpoint, nothing, said } from '../endpoint.ts';
import { languages } from '../language.ts';
import { moment, named, id, written } from './field-rules.ts';
import { planPriceRule } from './plans.ts';
import { admins, everybody } from './roles.ts';

const version = z.int({ error: 'Send the version that you looked at.' });

/** What the console edits. What lines have of it stays as it was bought. */
const edited = {
  name: written(40, 'Enter the add-on’s name.'),
  description: written(200, 'Say what it gives.'),
  descriptionInSpanish: z.optional(written(200, 'Say in Spanish what it gives.')),
  price: planPriceRule,
};

const consoleAddOn = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  descriptionInSpanish: z.optional(z.string()),
  price: z.number(),
  /** Null: it gives something else than data. */
  megabytes: z.nullable(z.number()),
  recurring: z.boolean(),
  state: z.enum(['on_sale', 'off_sale']),
  version: z.number(),
  isDraft: z.boolean(),
  publishesAt: z.nullable(z.string()),
});

export const listStaffAddOns = endpoint({
  name: 'listStaffAddOns',
  wire: 'GET /console/api/add-ons',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Add-ons on sale and off, each with its newest version (L10)',
  input: nothing,
  output: z.object({ addOns: z.array(consoleAddOn) }),
});

export const viewStaffAddOn = endpoint({
  name: 'viewStaffAddOn',
  wire: 'GET /console/api/add-ons/{id}',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'An add-on as the shop would show it, what is missing, and its versions',
  input: named,
  output: z.object({
    addOn: consoleAddOn,
    preview: z.array(z.object({ language: z.enum(languages), addOn: shopAddOn })),
    missing: z.array(z.string()),
    publishFailed: z.nullable(z.string()),
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

const changedMeanwhile =
  'A colleague has changed this add-on meanwhile. Close this and look again.';

export const saveAddOn = endpoint({
  name: 'saveAddOn',
  wire: 'PUT /console/api/add-ons/{id}',
  caller: 'staff',
  roles: admins,
  audited: ['name', 'price', 'version'],
  summary: 'Keeps a draft of an add-on; the shop shows what was published',
  input: z.object({ id, version, ...edited }),
  output: z.object({ ...said.shape, version: z.number() }),
  refusals: { changed_meanwhile: changedMeanwhile },
});

export const publishAddOn = endpoint({
  name: 'publishAddOn',
  wire: 'POST /console/api/add-ons/{id}/publish',
  caller: 'staff',
  roles: admins,
  audited: ['version', 'at'],
  summary: 'Puts the newest version of an add-on on sale, now or at a time',
  input: z.object({
    id,
    version,
    at: z.optional(z.union([z.literal(''), moment], { error: 'Choose a day and a time.' })),
  }),
  output: said,
  refusals: {
    changed_meanwhile: changedMeanwhile,
    incomplete: 'Something is missing, so it is not published. The add-on’s page says what.',
    no_draft: 'There is no draft to be published later.',
    too_early: {
      message: 'This time is over. Choose a later one, or none to publish it now.',
      field: 'at',
    },
  },
});

export const holdAddOn = endpoint({
  name: 'holdAddOn',
  wire: 'POST /console/api/add-ons/{id}/hold',
  caller: 'staff',
  roles: admins,
  audited: ['version'],
  summary: 'Takes back that a draft of an add-on is published at a time',
  input: z.object({ id, version }),
  output: said,
  refusals: { changed_meanwhile: changedMeanwhile },
});

export const takeAddOnOff = endpoint({
  name: 'takeAddOnOff',
  wire: 'POST /console/api/add-ons/{id}/off-sale',
  caller: 'staff',
  roles: admins,
  audited: ['version'],
  summary: 'Takes an add-on off sale; lines that have it keep it until their days end',
  input: z.object({ id, version }),
  output: said,
  refusals: { changed_meanwhile: changedMeanwhile },
});

export const addAddOn = endpoint({
  name: 'addAddOn',
  wire: 'POST /console/api/add-ons',
  caller: 'staff',
  roles: admins,
  audited: ['id', 'name', 'price'],
  summary: 'Begins an add-on as a draft; it is off sale until it is published',
  input: z.object({
    id: z
      .string({ error: 'Enter the id.' })
      .check(z.regex(/^[a-z0-9-]{2,64}$/, 'Enter 2 to 64 small letters, digits and hyphens.')),
    ...edited,
    megabytes: z.nullable(
      z
        .int({ error: 'Enter whole megabytes.' })
        .check(z.gt(0, 'Enter megabytes above zero.'), z.lte(10_000_000, 'Enter fewer megabytes.')),
    ),
    recurring: z.boolean({ error: 'Say whether it is bought again.' }),
  }),
  output: said,
  refusals: { id_taken: { message: 'Another add-on has this id.', field: 'id' } },
});
