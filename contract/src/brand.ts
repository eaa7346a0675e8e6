import * as z from 'zod/mini';
import type { PublicChat } from './chat.ts';

/** How a browser names the shop it calls for: the headers of every call (I01, J01). */
export const client = z.object({
  /** Tenant id, header `mvnoId`. */
  mvnoId: z.int().check(z.positive()),
  /** Company code of the web channel and template, header `company-code`. */
  companyCode: z.string().check(z.minLength(1)),
  /** API key, header `x-api-key`. It names the shop; it is not a secret of anyone. */
  apiKey: z.string().check(z.minLength(8)),
});
export type Client = z.infer<typeof client>;

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));

/**
 * A brand's settings: `brands/<id>/brand.json`. White label is data: what differs from brand to
 * brand stands here, in its theme, plans and content, and nowhere in code.
 */
export const brandSettings = z.object({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  /** `{product}` of the specification, as people read it: `Harbor`. */
  product: z.string().check(z.minLength(2)),
  /** `{host}` of the specification: `Why {host}?` */
  host: z.string().check(z.minLength(2)),
  /** The company behind the brand, for letters, receipts and footers. */
  company: z.string(),
  client,
  /** Host names this brand answers to; the first brand answers to every other name. */
  hostNames: z.array(z.string()),
  /** The year in the footer (B12). */
  copyrightYear: z.int(),
  /** IANA zone of every date shown; the database is in UTC. */
  timeZone: z.string(),
  /** Prefill of the phone country code; the placeholder is the specification's +44. */
  countryCode: z.string(),
  /** Where the footer's QR code leads (B11). */
  appUrl: z.url(),
  support: z.object({
    email: z.email(),
    phone: z.string(),
    /** As people read them. */
    hours: z.string(),
    /**
     * The same for the chat, in the brand's time zone: days from Monday, 1, to Sunday, 7; times as
     * `HH:MM`, the end `24:00` at the latest. None: the chat takes messages and promises no person.
     */
    opening: z._default(
      z.array(
        z.object({
          days: z.array(z.int().check(z.minimum(1), z.maximum(7))),
          from: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
          to: z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)),
        }),
      ),
      [],
    ),
    /** The same in Spanish; without it the English stands on Spanish pages too. */
    es: z.optional(z.object({ hours: z.string() })),
  }),
  /** Sender of letters. */
  mailFrom: z.email(),
  /** Mail programs read no stylesheet: the few values of the theme that letters are drawn with. */
  letters: z.object({
    ground: colour,
    ink: colour,
    action: colour,
    onAction: colour,
    /** Of the button, in px. */
    radius: z.int().check(z.minimum(0), z.maximum(40)),
  }),
  /** One-time fees in cents; the regulatory fee is the company's own, never a tax. */
  fees: z.object({
    activationCents: z.int(),
    regulatoryCents: z.int(),
  }),
  /** Promo codes: percent off the plan; a code that is over says so. */
  promoCodes: z.array(
    z.object({
      code: z.string(),
      percentOff: z.int().check(z.minimum(1), z.maximum(100)),
      over: z.optional(z.boolean()),
    }),
  ),
  /**
   * What the law asks of a carrier's shop; counsel says which hold (47 CFR 8.1 and the changes to it
   * that were proposed). One that is missing holds.
   */
  duties: z._default(
    z.object({
      /** A Broadband Facts label beside every plan; none is put on sale without a complete one. */
      broadbandLabels: z._default(z.boolean(), true),
      /** The label stands open in the shop, not folded behind its name: 8.1(a)(2). */
      openLabels: z._default(z.boolean(), true),
      /** The labels as a file for programs: `/broadband-facts.csv`. */
      machineReadableLabels: z._default(z.boolean(), true),
      /** Fees that state and local governments let the carrier pass on, each by name. */
      itemisedPassThroughFees: z._default(z.boolean(), true),
    }),
    {
      broadbandLabels: true,
      openLabels: true,
      machineReadableLabels: true,
      itemisedPassThroughFees: true,
    },
  ),
  /** A session that nobody uses for so long ends; 14 days after the login each one does. */
  sessionIdleHours: z._default(z.int().check(z.minimum(1), z.maximum(336)), 72),
  /** May a login that brings no key proof get a plain token (requirements.md, decision on I01)? */
  plainTokens: z.boolean(),
});
export type BrandSettings = z.infer<typeof brandSettings>;

/**
 * Pictures that a brand may have: `pictures/<name>.svg`, and `<name>-night.svg` for dark pages. Where
 * one is missing, something plain in the theme's colors stands, or nothing.
 */
export const pictureNames = [
  /** Above the card beside the sign-in forms; 720 × 320. */
  'welcome',
  /** Behind the way of a number that is brought; 720 × 136. */
  'route',
  /** Who travels on it; 44 × 40. */
  'traveler',
  /** How an eSIM stands; 96 × 96. */
  'esim-waiting',
  'esim-ready',
  'esim-on',
  'esim-failed',
] as const;
export type PictureName = (typeof pictureNames)[number];

/** Addresses of one picture. */
export interface Picture {
  day: string;
  /** None: the one of the day stands at night too. */
  night?: string;
}

/** The part of a brand that every page knows. */
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
  fees: BrandSettings['fees'];
  /** Its plans have Broadband Facts labels. */
  labels: boolean;
  /** Same-origin addresses of the brand's files. */
  themeUrl: string;
  logoUrl: string;
  markUrl: string;
  /** Those that the brand has. */
  pictures: Partial<Record<PictureName, Picture>>;
  /** How this shop's browser side takes card numbers to the payment provider. */
  payment: PublicPayment;
  /** All adapters are simulated: pages may link `/sandbox`. */
  sandbox: boolean;
  /** The people of sandbox.md have accounts here, and the login page may say so. */
  demoPeople: boolean;
}

/** The provider's browser half. `scriptUrl` is loaded from the provider's own address (I22). */
export interface PublicPayment {
  kind: 'sandbox' | 'stripe';
  scriptUrl: string;
  publishableKey: string;
}
