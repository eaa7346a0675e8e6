import type { App } from '../app.ts';
import type { Config } from '../settings/config.ts';
import type { Brand } from '../brands/brands.ts';
import type { AdapterSettings } from '../settings/adapter-settings.ts';
import { publishedApiKey } from '../settings/production.ts';
import { isSimulated } from '../settings/simulated.ts';
import { fine, type Finding, look, note } from './finding.ts';

/** Published secrets in use, what is simulated, and which proxies are trusted. */
export function settingFindings({
  config,
  brands,
  adapters,
}: Pick<App, 'config' | 'brands' | 'adapters'>): Finding[] {
  const { production, crmSecrets } = config;
  const findings: Finding[] = [
    kindFinding(production, config.database.kind),
    fine('CRM entry', crmText(crmSecrets, production)),
    ...brands.all.flatMap((brand) => [
      ...frameFindings(brand, adapters),
      ...proofFindings(brand, production),
    ]),
    ...config.misspelled.map(({ name, meant }) =>
      look('settings', `${name} is no setting, and nobody reads it`, `is ${meant} meant?`),
    ),
  ];
  if (!production) return findings;
  for (const { id, client, plainTokens } of brands.all) {
    if (client.apiKey === publishedApiKey) {
      const todo = 'give it another one in brand.json, and to those who call with it';
      findings.push(look(`brand ${id}`, 'its API key is the published one', todo));
    }
    if (plainTokens) {
      const text = 'plainTokens gives out tokens that are bound to no browser';
      findings.push(look(`brand ${id}`, text, 'turn it off in brand.json'));
    }
  }
  for (const kind of ['payment', 'carrier'] as const) {
    for (const { port, brands: those } of adapters.each(kind)) {
      const of = those.map(({ id }) => id).join(', ');
      const todo = `set an account for ${of} (docs/settings.md)`;
      if (isSimulated(port)) findings.push(look(kind, `it is simulated for ${of}`, todo));
    }
  }
  findings.push(...testKeyFindings(config));
  if (config.proxies === 'none') {
    const text = 'PORTSIDE_TRUST_PROXY is not set: behind a proxy all customers are one network';
    findings.push(look('proxies', text, 'set it to their number or networks'));
  }
  return findings;
}

export const hasTestKeys = (payment: AdapterSettings['payment']): boolean =>
  payment.kind === 'stripe' &&
  (/^[rs]k_test_/.test(payment.secretKey) || payment.publishableKey.startsWith('pk_test_'));

/** A shop with the provider's test keys takes orders and no money. */
export function testKeyFindings({ adapters: { usual, brands } }: Config): Finding[] {
  return Object.entries({ '': usual, ...brands }).flatMap(([brand, { payment }]) => {
    const of = brand ? ` of ${brand}` : '';
    const text = `Stripe’s keys${of} are test keys: orders go through, and nobody pays`;
    return hasTestKeys(payment)
      ? [look('payment keys', text, 'set the live keys (docs/settings.md)')]
      : [];
  });
}

/** Where a chat service's script runs (docs/decisions/0795). */
function frameFindings(
  { id, chatHost, hostNames, client }: Brand,
  adapters: App['adapters'],
): Finding[] {
  const { chat } = adapters.of(client.mvnoId);
  if (chat.browser().kind === 'built-in') return [];
  const about = `chat frame of ${id}`;
  if (chatHost !== undefined) return [fine(about, `${chat.name} runs at ${chatHost}`)];
  const text = `${chat.name}’s script runs at the shop’s own address and could read logins there`;
  const todo = `set chatHost in brand.json, such as chat.${hostNames[0] ?? `${id}.example`} (docs/brand.md)`;
  return [note(about, text, todo)];
}

/** Which proof a move of a number asks for (docs/decisions/0952). */
function proofFindings({ id, lines }: Brand, production: boolean): Finding[] {
  if (lines.moveProof === 'another') return [];
  const say = production ? look : note;
  return [say(`proof of moves of ${id}`, weakProof, anotherProof)];
}

export const weakProof =
  'weak, and meant for trials: who has the password alone moves a number in minutes, unless its owner has a passkey or an app';
export const anotherProof =
  'lines.moveProof in brand.json: "another", as in a new brand (docs/decisions/0952)';

function kindFinding(production: boolean, database: string): Finding {
  if (production) return fine('environment', 'production');
  const text = 'a trial: whoever reaches it reads its mailbox and uses its demo sign-ins';
  return database === 'postgres' ? look('environment', text) : fine('environment', text);
}

function crmText(secrets: Readonly<Record<string, string>>, production: boolean): string {
  if (Object.keys(secrets).length === 0) return 'closed, PORTSIDE_CRM_SECRET is not set';
  return production
    ? 'open with secrets of your own'
    : 'open; without PORTSIDE_CRM_SECRET with the published one';
}
