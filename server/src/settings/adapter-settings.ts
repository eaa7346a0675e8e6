import { chatwootSettings } from '../adapters/chat/chatwoot/settings.ts';
import { intercomSettings } from '../adapters/chat/intercom/settings.ts';
import { strapiSettings } from '../adapters/content/strapi/settings.ts';
import { gigsSettings } from '../adapters/carrier/gigs/settings.ts';
import { wholesaleSettings } from '../adapters/carrier/wholesale/settings.ts';
import { uspsSettings } from '../adapters/address/usps/settings.ts';
import { smtpSettings } from '../adapters/mail/smtp/settings.ts';
import { stripeSettings } from '../adapters/payment/stripe/settings.ts';
import { twilioSettings } from '../adapters/sms/twilio/settings.ts';
import { avalaraSettings } from '../adapters/tax/avalara/settings.ts';
import type { SettingsOf } from './setting-kinds.ts';
import type { PortRow } from './setting-reader.ts';

/**
 * Every port: its kind without any setting, and the kinds that settings tell. A new adapter has its
 * row in `adapters/<port>/<vendor>/settings.ts`, is listed here, and is opened by open-adapters.ts,
 * which does not compile until it is. Then `npm run settings`.
 */
export const adapterTable = {
  payment: { inside: 'sandbox', outside: [stripeSettings] },
  carrier: { inside: 'sandbox', outside: [gigsSettings, wholesaleSettings] },
  mail: { inside: 'mailbox', outside: [smtpSettings] },
  sms: { inside: 'off', outside: [twilioSettings] },
  push: { inside: 'web-push', outside: [] },
  content: { inside: 'built-in', outside: [strapiSettings] },
  tax: { inside: 'built-in', outside: [avalaraSettings] },
  chat: { inside: 'built-in', outside: [intercomSettings, chatwootSettings] },
  address: { inside: 'off', outside: [uspsSettings] },
} as const satisfies Record<string, PortRow>;

export type AdapterKind = keyof typeof adapterTable;

export const adapterKinds = Object.keys(adapterTable) as AdapterKind[];

/** What a brand's adapters are opened with. */
export type AdapterSettings = {
  readonly [K in AdapterKind]:
    | { readonly kind: (typeof adapterTable)[K]['inside'] }
    | SettingsOf<(typeof adapterTable)[K]['outside'][number]>;
};

/** By brand id; those that are not there have the usual ones. */
export interface AdapterChoices {
  readonly usual: AdapterSettings;
  readonly brands: Readonly<Record<string, AdapterSettings>>;
}

export const nothingOutside: AdapterChoices = {
  usual: Object.fromEntries(
    adapterKinds.map((kind) => [kind, { kind: adapterTable[kind].inside }]),
  ) as unknown as AdapterSettings,
  brands: {},
};

/** By brand, as far as it is known. */
export const adaptersInUse = ({
  usual,
  brands,
}: AdapterChoices): readonly (readonly [brandId: string, settings: AdapterSettings])[] =>
  Object.keys(brands).length === 0 ? [['', usual]] : Object.entries(brands);

export const settingsOf = ({ usual, brands }: AdapterChoices, brandId: string): AdapterSettings =>
  brands[brandId] ?? usual;
