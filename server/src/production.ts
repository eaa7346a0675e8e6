import type { AdapterChoices } from './adapter-settings.ts';

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

const isEmbedded = (chosen: Chosen) => chosen.database.kind !== 'postgres' && keepsEmails(chosen);

const keepsEmails = ({ adapters: { usual, brands } }: Chosen) =>
  [usual, ...Object.values(brands)].every(({ mail }) => mail.kind === 'mailbox');

/** A trial on a real database has no published secret either. */
export function demoCrmSecrets(production: boolean, chosen: Chosen): Record<string, string> {
  return production || !isEmbedded(chosen) ? {} : { '': publishedCrmSecret };
}

export function faultsInProduction(
  said: string | undefined,
  config: Chosen & {
    readonly seed: string;
    readonly dev: boolean;
    readonly crmSecrets: Readonly<Record<string, string>>;
  },
  given: Readonly<Record<'origin' | 'masterKeys' | 'allowSandbox', string | undefined>>,
): string[] {
  const { database } = config;
  const { mail } = config.adapters.usual;
  const faults = [
    database.kind !== 'postgres' && 'DATABASE_URL is needed in production',
    mail.kind === 'mailbox' && 'MAIL_URL and MAIL_FROM are needed in production',
    !given.origin && 'PORTSIDE_ORIGIN is needed in production: https://…',
    given.origin &&
      !given.origin.startsWith('https://') &&
      'PORTSIDE_ORIGIN begins with https:// in production',
    !given.masterKeys &&
      'PORTSIDE_MASTER_KEYS is needed in production: 32 bytes in base64, comma-separated',
    given.allowSandbox !== 'true' &&
      'payment and carrier are simulated: not in production without PORTSIDE_ALLOW_SANDBOX=true',
    config.seed === 'demo' && 'PORTSIDE_SEED=demo is for trials: everybody knows the password',
    config.dev && 'PORTSIDE_DEV is for trials',
    Object.values(config.crmSecrets).includes(publishedCrmSecret) &&
      'PORTSIDE_CRM_SECRET is the published one: it needs a secret of your own',
  ].filter((fault) => typeof fault === 'string' && fault !== '') as string[];
  if (faults.length === 0 || said === 'production') return faults;
  return [
    ...faults,
    'SMTP, or a PostgreSQL server with an https address, makes it production; PORTSIDE_ENV=trial says that it is none',
  ];
}
