import { portInField } from '@portside/contract/port-in-reasons';
import { prepayMonths } from '@portside/contract/prepay';
import * as z from 'zod/mini';
import { readTab, writeTab } from '../api/storage.ts';
import { noBroughtNumber } from './brought-number.ts';
import { type Draft, nameOf } from './draft.ts';
import { steps } from './steps.ts';

const KEY = 'checkout';

const text = z.string().check(z.maxLength(300));

/** Of one line: nothing of the old carrier's but its name. */
const savedLine = {
  numberKind: z.enum(['new', 'bring', 'own']),
  numberChosen: z.boolean(),
  brought: z.object({ yourNumber: text, detailsWhen: z.enum(['now', 'later']), carrier: text }),
  portIn: z.optional(
    z.object({
      tempSubscriptionId: text,
      msisdn: text,
      details: z.enum(['here already', 'given', 'asked']),
      required: z.optional(z.array(portInField)),
    }),
  ),
  newNumber: z._default(text, ''),
  simType: z.enum(['esim', 'physical']),
  imei: text,
};

/** What is stored, field by field: no card, no name on one. */
const savedDraft = z.object({
  ...savedLine,
  more: z._default(z.record(text, z.object(savedLine)), {}),
  zipCode: text,
  promoCode: text,
  shipping: z.object({
    // Drafts from before there was this box have an own address.
    sameAddress: z._default(z.boolean(), false),
    addressOne: text,
    addressTwo: text,
    city: text,
    state: text,
    zipCode: text,
  }),
  contact: z.object({
    firstName: text,
    lastName: text,
    countryCode: text,
    contactNumber: text,
    streetNumber: text,
    streetDirection: text,
    streetName: text,
    streetUnit: text,
    city: text,
    state: text,
  }),
  billing: z.object({
    sameAddress: z.boolean(),
    address: text,
    city: text,
    zipCode: text,
    country: text,
    companyName: text,
  }),
  saveCard: z.boolean(),
});

const askedPrice = z.object({
  zipCode: text,
  promoCode: text,
  months: z.optional(prepayMonths),
  /** Of several lines: for which plans. */
  plans: z.optional(z.string().check(z.maxLength(400))),
  address: z.optional(
    z.object({
      streetNumber: text,
      streetDirection: z.optional(text),
      streetName: text,
      streetUnit: z.optional(text),
      city: text,
    }),
  ),
});

const savedWay = z.object({
  /** The step shown, and the furthest reached; drafts of the five old steps begin again, filled in. */
  shown: z._default(z.enum(steps), 'who'),
  reached: z._default(z.enum(steps), 'who'),
  /** Of several lines (P03): the further one that is shown, those that were gone through, and whose draft the first one is. */
  line: z.optional(text),
  passed: z.optional(z.array(text)),
  first: z.optional(text),
  /** What the price was asked for, and the total shown, in dollars. */
  asked: z.optional(askedPrice),
  total: z.optional(z.number()),
  cardId: z.optional(text),
  /** The first step was sent before there was a session (P01). */
  pressed: z.optional(z.boolean()),
});
export type SavedWay = Readonly<z.infer<typeof savedWay>>;

const savedCheckout = z.object({
  cartId: text,
  owner: z.optional(text),
  way: savedWay,
  draft: savedDraft,
});

export interface SavedCheckout {
  readonly cartId: string;
  /** Undefined until the account is known. */
  readonly owner?: string | undefined;
  readonly way: SavedWay;
  readonly draft: Draft;
}

export const atTheBeginning: SavedWay = { shown: 'who', reached: 'who' };

/** Undefined when unreadable. */
export function readSavedCheckout(): SavedCheckout | undefined {
  try {
    const { draft, ...rest } = savedCheckout.parse(JSON.parse(readTab(KEY) ?? 'null'));
    return {
      ...rest,
      draft: {
        ...draft,
        brought: { ...noBroughtNumber, ...draft.brought },
        more: Object.fromEntries(
          Object.entries(draft.more).map(([key, line]) => [
            key,
            { ...line, brought: { ...noBroughtNumber, ...line.brought } },
          ]),
        ),
        cardHolder: nameOf(draft.contact),
      },
    };
  } catch {
    return undefined;
  }
}

export function writeSavedCheckout(value: SavedCheckout | undefined): void {
  // Parsing drops what the schema does not name.
  const named = savedCheckout.safeParse(value);
  writeTab(KEY, named.success ? JSON.stringify(named.data) : null);
}
