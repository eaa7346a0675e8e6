import { adapterKinds, adaptersInUse, adapterTable } from '../settings/adapter-settings.ts';
import type { Config } from '../settings/config.ts';
import type { SettingKind } from '../settings/setting-kinds.ts';

/** Shorter ones would hide ordinary words. */
const LEAST = 6;

/** Whatever a service or a library put into its message. */
export function hideSecrets(config: Config, text: string): string {
  return [...secretsOf(config)]
    .filter((secret) => secret.length >= LEAST)
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}

function secretsOf({
  adapters,
  database,
  masterKeys,
  crmSecrets,
  metricsToken,
  operatorToken,
}: Config) {
  const urls =
    database.kind === 'postgres' ? [database.url, database.directUrl, database.replicaUrl] : [];
  const ofAdapters = adaptersInUse(adapters).flatMap(([, settings]) =>
    adapterKinds.flatMap((port) => {
      const values: Readonly<Record<string, string | undefined>> = settings[port];
      const kinds: readonly SettingKind[] = adapterTable[port].outside;
      const fields = kinds.find(({ kind }) => kind === values['kind'])?.settings ?? {};
      return Object.entries(fields).flatMap(([field, { secret }]) => (secret ? values[field] : []));
    }),
  );
  const all = [
    ...urls,
    ...ofAdapters,
    ...masterKeys,
    ...Object.values(crmSecrets),
    metricsToken,
    operatorToken,
  ];
  return new Set(all.flatMap((one) => (one ? [one, ...passwordsIn(one)] : [])));
}

function passwordsIn(text: string): string[] {
  const password = URL.parse(text)?.password;
  return password ? [password, decodeURIComponent(password)] : [];
}
