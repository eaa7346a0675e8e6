import type { Trial } from './trial.ts';
import * as z from 'zod/mini';
import type { CarrierCapability } from './carrier-can.ts';
import type { PublicChat } from './chat.ts';
import { MOST_LINES } from './most-lines.ts';

export const client = z.object({
  mvnoId: z.int().check(z.positive()),
  companyCode: z.string().check(z.minLength(1)),
  /** Header `x-api-key`. It names the shop and is not a secret. */
  apiKey: z.string().check(z.minLength(8)),
});
export type Client = z.infer<typeof client>;

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));

/** Of a sheet: around it, the sheet itself, its text, its button. */
const lettersColours = {
  ground: colour,
  paper: z.optional(colour),
  ink: colour,
  action: colour,
  onAction: colour,
};

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const chatHost = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(
      new RegExp(`^(?:${label}\\.)+${label}$`),
      'a host name in small letters, such as chat.carrier.example',
    ),
  );

/** Days: Monday 1 to Sunday 7; times `HH:MM`, at most `24:00`. */
export const opening = z.object({
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))),
  from: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  to: z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)),
});

const cents = z.int().check(z.minimum(0), z.maximum(1_000_000));

const gift = z.int().check(z.minimum(1), z.maximum(50_000));

/** `brands/<id>/brand.json`. Whatever differs between brands is data, never code. */
export const brandSettings = z.object({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  product: z.string().check(z.minLength(2)),
  host: z.string().check(z.minLength(2)),
  company: z.string(),
  client,
  hostNames: z.array(z.string()),
  /** A host name for a chat service's frame alone (docs/decisions/0795). */
  chatHost: z.optional(chatHost),
  copyrightYear: z.int(),
  timeZone: z.string(),
  countryCode: z.string(),
  appUrl: z.url(),
  support: z.object({
    email: z.email(),
    phone: z.string(),
    hours: z.string(),
    /** None: the chat promises no person. */
    opening: z._default(z.array(opening), []),
    es: z.optional(z.object({ hours: z.string() })),
  }),
  mailFrom: z.email(),
  /** Mail programs read no stylesheets, so emails take these values of the theme. */
  letters: z.object({
    ...lettersColours,
    /** For mail programs at night. Without it, an email is bright at any time. */
    night: z.optional(z.object(lettersColours)),
    radius: z.int().check(z.minimum(0), z.maximum(40)),
  }),
  fees: z.object({
    activationCents: z.int(),
    regulatoryCents: z.int(),
  }),
  promoCodes: z.array(
    z.object({
      code: z.string(),
      percentOff: z.int().check(z.minimum(1), z.maximum(100)),
      over: z.optional(z.boolean()),
    }),
  ),
  /** Legal duties of a carrier's shop (47 CFR 8.1, docs/facts.md). A missing one is on. */
  duties: z._default(
    z.object({
      /** A plan without a complete label is not put on sale. */
      broadbandLabels: z._default(z.boolean(), true),
      openLabels: z._default(z.boolean(), true),
      machineReadableLabels: z._default(z.boolean(), true),
      itemisedPassThroughFees: z._default(z.boolean(), true),
    }),
    {
      broadbandLabels: true,
      openLabels: true,
      machineReadableLabels: true,
      itemisedPassThroughFees: true,
    },
  ),
  /** The life of a line. */
  lines: z._default(
    z.object({
      /** The number of an unpaid line is kept for so long. */
      keptDays: z._default(z.int().check(z.minimum(1), z.maximum(365)), 60),
      /** Between the email about a SIM change and the change itself. */
      simChangeMinutes: z._default(z.int().check(z.minimum(1), z.maximum(1440)), 15),
      /** A lock of a line is off so long after its customer asked for it. */
      unlockMinutes: z._default(z.int().check(z.minimum(1), z.maximum(1440)), 15),
      /** After a change of email, password or second step no number and no SIM moves for so long. */
      safetyPauseHours: z._default(z.int().check(z.minimum(1), z.maximum(168)), 24),
      /**
       * A move of a number or SIM asks for something else than opened the session: `another` counts
       * password and mailbox as two, `device` asks only those who have a passkey or an app.
       */
      moveProof: z._default(z.enum(['another', 'device']), 'another'),
      /** A new line with a SIM card by mail starts so long after the mailing at the latest. */
      cardStartDays: z._default(z.int().check(z.minimum(3), z.maximum(60)), 14),
      /** With fewer SIM cards in stock staff are warned; 0 warns nobody. */
      cardStockLow: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 20),
      /** A number that another carrier asked for, and took no step to take, holds its line for so long. */
      portOutDays: z._default(z.int().check(z.minimum(3), z.maximum(60)), 14),
      /**
       * A line can be put on hold for 30, 60 or 90 days. Each so many days of it that have begun
       * cost one paid day. Without it no line can.
       */
      hold: z.optional(z.object({ dayForEach: z.int().check(z.minimum(1), z.maximum(30)) })),
      /** A line can be handed to another account of the brand. */
      handOver: z._default(z.boolean(), false),
      /** A line can be given to a person, who uses it or manages it with their own account (P04). */
      household: z._default(z.boolean(), false),
    }),
    {
      keptDays: 60,
      simChangeMinutes: 15,
      unlockMinutes: 15,
      safetyPauseHours: 24,
      moveProof: 'another',
      cardStartDays: 14,
      cardStockLow: 20,
      portOutDays: 14,
      handOver: false,
      household: false,
    },
  ),
  /** So many lines can be bought at once; one is the specification’s way (P03). */
  cart: z._default(
    z.object({ lines: z._default(z.int().check(z.minimum(1), z.maximum(MOST_LINES)), 1) }),
    { lines: 1 },
  ),
  /**
   * What a role of the console gives to one customer within a day, as refund or credit, without a
   * second person. In cents.
   */
  refundLimits: z._default(
    z.object({
      agentCents: z._default(cents, 0),
      billingCents: z._default(cents, 10_000),
      adminCents: z._default(cents, 50_000),
    }),
    { agentCents: 0, billingCents: 10_000, adminCents: 50_000 },
  ),
  /** Refer a friend, what each gets as credit (docs/decisions/0962). Without: off. */
  referrals: z.optional(
    z.object({
      referrerCents: gift,
      friendCents: gift,
      /** So many friends bring credit to one customer in twelve months. */
      mostInYear: z._default(z.int().check(z.minimum(1), z.maximum(100)), 10),
    }),
  ),
  /** Notices to browsers of who turns them on (Web Push). */
  webPush: z._default(z.boolean(), true),
  /** Idle limit. Every session also ends 14 days after its login. */
  sessionIdleHours: z._default(z.int().check(z.minimum(1), z.maximum(336)), 72),
  /** May a login without a key proof get a plain bearer token? */
  plainTokens: z.boolean(),
});
export type BrandSettings = z.infer<typeof brandSettings>;

/** Optional files `pictures/<name>.svg`, and `<name>-night.svg` for dark pages. */
export const pictureNames = [
  'welcome',
  'bring-number',
  'esim-phone',
  'route',
  'traveler',
  'esim-waiting',
  'esim-ready',
  'esim-on',
  'esim-failed',
] as const;
export type PictureName = (typeof pictureNames)[number];

export interface Picture {
  day: string;
  night?: string;
}

export interface PublicBrand {
  id: string;
  product: string;
  host: string;
  company: string;
  client: Client;
  copyrightYear: number;
  timeZone: string;
  countryCode: string;
  appUrl: string;
  support: Pick<BrandSettings['support'], 'email' | 'phone' | 'hours'>;
  chat: PublicChat;
  /** Address of the chat service's frame, where it has a host of its own. */
  chatFrame?: string;
  fees: BrandSettings['fees'];
  labels: boolean;
  /** A new line starts so long after its SIM card was mailed at the latest. */
  cardStartDays: number;
  themeUrl: string;
  logoUrl: string;
  /** Width by height, where the logo says it: its place is kept until it is here. */
  logoRatio?: number;
  markUrl: string;
  pictures: Partial<Record<PictureName, Picture>>;
  payment: PublicPayment;
  /** What its carrier offers. */
  can: readonly CarrierCapability[];
  /** A code of a friend may be typed. */
  /** More than one can be bought at once: so many. */
  linesAtOnce?: number;
  referrals?: Pick<NonNullable<BrandSettings['referrals']>, 'referrerCents' | 'friendCents'>;
  /** A post office is asked about addresses. */
  checksAddresses?: true;
  trial?: Trial;
}

/**
 * Browser half of the provider. `scriptUrl` is on the provider's own host (I22). What it makes of a
 * new card or a wallet is the `paymentToken` of a call that charges. With `stripe` that is a
 * confirmation token (`ctoken_…`) of a Payment Element without an intent: mode `payment`, currency
 * `usd`, the quoted cents, cards and their wallets only, and `setup_future_usage: 'off_session'`
 * when `saveCard` is sent. A bank that asks is a `redirectUrl` of the answer, as ever.
 */
export interface PublicPayment {
  kind: 'sandbox' | 'stripe';
  scriptUrl: string;
  publishableKey: string;
}
