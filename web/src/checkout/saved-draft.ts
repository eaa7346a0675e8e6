import * as z from 'zod/mini';
import { readTab, writeTab } from '../api/storage.ts';
import type { Draft } from './draft.ts';

const KEY = 'checkout';

const text = z.string().check(z.maxLength(300));

/**
 * What of a draft is written down. Named field by field, so that nothing gets there unseen: no card,
 * no name on one, no account number and no transfer PIN of an old carrier.
 */
const savedDraft = z.object({
  numberKind: z.enum(['new', 'bring', 'own']),
  numberChosen: z.boolean(),
  brought: z.object({ yourNumber: text, detailsWhen: z.enum(['now', 'later']), carrier: text }),
  portIn: z.optional(
    z.object({
      tempSubscriptionId: text,
      msisdn: text,
      details: z.enum(['here already', 'given', 'asked']),
    }),
  ),
  zipCode: text,
  promoCode: text,
  simType: z.enum(['esim', 'physical']),
  imei: text,
  shipping: z.object({
    // One that was kept before there was a tick has an address of its own.
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
  /** The step that was shown, and the furthest that was reached. */
  step: z.int().check(z.minimum(0), z.maximum(4)),
  furthest: z.int().check(z.minimum(0), z.maximum(4)),
  /** What the price was last asked for, and the total that was shown, in dollars. */
  asked: z.optional(askedPrice),
  total: z.optional(z.number()),
  /** The saved card that was chosen, by its id. */
  cardId: z.optional(text),
});
/** How far somebody has come. */
export type SavedWay = Readonly<z.infer<typeof savedWay>>;

const savedCheckout = z.object({
  cartId: text,
  owner: z.optional(text),
  way: savedWay,
  draft: savedDraft,
});

export interface SavedCheckout {
  readonly cartId: string;
  /** Whose account filled it in; undefined until the account is known. */
  readonly owner?: string | undefined;
  readonly way: SavedWay;
  readonly draft: Draft;
}

export const atTheBeginning: SavedWay = { step: 0, furthest: 0 };

/** What this tab remembers of a checkout; one that cannot be read is none. */
export function readSavedCheckout(): SavedCheckout | undefined {
  try {
    const { draft, ...rest } = savedCheckout.parse(JSON.parse(readTab(KEY) ?? 'null'));
    const { firstName, lastName } = draft.contact;
    return {
      ...rest,
      draft: {
        ...draft,
        brought: { ...draft.brought, billingAccount: '', pinPassword: '' },
        cardHolder: [firstName, lastName].filter(Boolean).join(' '),
      },
    };
  } catch {
    return undefined;
  }
}

export function writeSavedCheckout(value: SavedCheckout | undefined): void {
  // Parsing leaves out what the schema does not name.
  const named = savedCheckout.safeParse(value);
  writeTab(KEY, named.success ? JSON.stringify(named.data) : null);
}
