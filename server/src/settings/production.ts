import {
  adapterKinds,
  adaptersInUse,
  type AdapterChoices,
  type AdapterSettings,
  adapterTable,
} from './adapter-settings.ts';
import { isOwnHost } from './own-hosts.ts';
import type { SettingKind } from './setting-kinds.ts';

/** Published in the README, so it works in trials only. */
const publishedCrmSecret = 'harbor-demo-crm-secret';
export const publishedApiKey = 'harbor-demo-key';

interface Chosen {
  readonly database: { readonly kind: string };
  readonly adapters: AdapterChoices;
}

/**
 * A trial keeps its emails to itself and has no https address, or has an embedded database, or says
 * that it is one. Everything else is production, whatever was forgotten.
 */
export function isProduction(
  said: string | undefined,
  chosen: Chosen,
  origin: string | undefined,
): boolean {
  if (said !== undefined) return said === 'production';
  const reachable = origin?.startsWith('https://') === true;
  return !isEmbedded(chosen) && (!keepsEmails(chosen) || reachable);
}

const isEmbedded = (chosen: Chosen) =>
  chosen.database.kind !== 'postgres' &&
  keepsEmails(chosen) &&
  adaptersInUse(chosen.adapters).every(
    ([, { payment, carrier }]) => payment.kind === 'sandbox' && carrier.kind === 'sandbox',
  );

const keepsEmails = ({ adapters }: Chosen) =>
  adaptersInUse(adapters).every(([, { mail }]) => mail.kind === 'mailbox');

/** A trial on a real database has no published secret either. */
export function demoCrmSecrets(production: boolean, chosen: Chosen): Record<string, string> {
  return production || !isEmbedded(chosen) ? {} : { '': publishedCrmSecret };
}

export function faultsInProduction(
  said: string | undefined,
  config: Chosen & {
    readonly seed: string;
    readonly dev: boolean;
    readonly traces: { readonly url: string } | undefined;
    readonly crmSecrets: Readonly<Record<string, string>>;
  },
  given: Readonly<Record<'origin' | 'masterKeys' | 'allowSandbox', string | undefined>>,
): string[] {
  const { database } = config;
  const faults = [
    database.kind !== 'postgres' && 'DATABASE_URL is needed in production',
    mailboxFault(config.adapters),
    !given.origin && 'PORTSIDE_ORIGIN is needed in production: https://…',
    given.origin &&
      !given.origin.startsWith('https://') &&
      'PORTSIDE_ORIGIN begins with https:// in production',
    !given.masterKeys &&
      'PORTSIDE_MASTER_KEYS is needed in production: 32 bytes in base64, comma-separated',
    given.allowSandbox !== 'true' && sandboxFault(config.adapters),
    config.seed === 'demo' && 'PORTSIDE_SEED=demo is for trials: everybody knows the password',
    config.dev && 'PORTSIDE_DEV is for trials',
    isClear(config.traces?.url) &&
      'OTEL_EXPORTER_OTLP_ENDPOINT begins with https:// in production: http is for hosts of your own network',
    Object.values(config.crmSecrets).includes(publishedCrmSecret) &&
      'PORTSIDE_CRM_SECRET is the published one: it needs a secret of your own',
    ...clearFaults(config.adapters),
  ].filter((fault) => typeof fault === 'string' && fault !== '') as string[];
  if (faults.length === 0 || said === 'production') return faults;
  return [
    ...faults,
    'SMTP, or a PostgreSQL server with an https address, makes it production; PORTSIDE_ENV=trial says that it is none',
  ];
}

function mailboxFault(adapters: AdapterChoices): string | undefined {
  const brands = brandsWith(adapters, 'mail', 'mailbox');
  return brands === undefined
    ? undefined
    : `MAIL_URL and MAIL_FROM are needed in production${brands}`;
}

function sandboxFault(adapters: AdapterChoices): string | undefined {
  const simulated = (['payment', 'carrier'] as const).flatMap((port) => {
    const brands = brandsWith(adapters, port, 'sandbox');
    return brands === undefined ? [] : [port + brands];
  });
  if (simulated.length === 0) return undefined;
  const are = simulated.length === 1 ? 'is' : 'are';
  return `${simulated.join(' and ')} ${are} simulated: not in production without PORTSIDE_ALLOW_SANDBOX=true`;
}

/** What is sent to such an address, a key of ours among it, could be read on the way. */
function clearFaults(adapters: AdapterChoices): string[] {
  return adapterKinds.flatMap((port) =>
    adapterTable[port].outside.flatMap((kind: SettingKind) =>
      Object.entries(kind.settings).flatMap(([field, { name, address }]) => {
        if (!address) return [];
        const brands = brandsWhere(adapters, ({ [port]: one }) => {
          const values: Readonly<Record<string, string>> = one;
          return one.kind === kind.kind && isClear(values[field]);
        });
        const why = 'in production: http is for hosts of your own network';
        return brands === undefined ? [] : [`${name}${brands} begins with https:// ${why}`];
      }),
    ),
  );
}

function isClear(address = ''): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && !isOwnHost(url.hostname);
}

const brandsWith = (
  adapters: AdapterChoices,
  port: 'mail' | 'payment' | 'carrier',
  kind: string,
): string | undefined => brandsWhere(adapters, (settings) => settings[port].kind === kind);

/** ` (mesa)`; empty for all of them, undefined for none. */
function brandsWhere(
  adapters: AdapterChoices,
  fits: (settings: AdapterSettings) => boolean,
): string | undefined {
  const all = adaptersInUse(adapters);
  const found = all.filter(([, settings]) => fits(settings)).map(([id]) => id);
  if (found.length === 0) return undefined;
  return found.length === all.length ? '' : ` (${found.join(', ')})`;
}
