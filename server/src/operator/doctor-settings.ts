import type { App } from '../app.ts';
import { publishedApiKey } from '../production.ts';
import { isSimulated } from '../simulated.ts';

export type Finding = readonly [fine: boolean, text: string];

/** Published secrets in use, and which proxies are trusted. */
export function settingFindings({
  config,
  brands,
  adapters,
}: Pick<App, 'config' | 'brands' | 'adapters'>): Finding[] {
  const { production, crmSecrets } = config;
  const findings: Finding[] = [
    production
      ? [true, 'production']
      : [
          config.database.kind !== 'postgres',
          'a trial: whoever reaches it reads its mailbox and uses its demo sign-ins',
        ],
    [true, `CRM entry: ${crmText(crmSecrets, production)}`],
  ];
  if (!production) return findings;
  for (const brand of brands.all) {
    const known = brand.client.apiKey === publishedApiKey;
    if (known) findings.push([false, `brand ${brand.id}: its API key is the published one`]);
    const plain = `brand ${brand.id}: plainTokens gives out tokens that are bound to no browser`;
    if (brand.plainTokens) findings.push([false, plain]);
  }
  for (const kind of ['payment', 'carrier'] as const) {
    for (const { port, brands: those } of adapters.each(kind)) {
      if (isSimulated(port)) findings.push([false, `${kind}: it is simulated (${named(those)})`]);
    }
  }
  if (config.proxies === 'none') {
    const text = 'PORTSIDE_TRUST_PROXY is not set: behind a proxy all customers are one network';
    findings.push([false, text]);
  }
  return findings;
}

const named = (brands: readonly { readonly id: string }[]) => brands.map(({ id }) => id).join(', ');

function crmText(secrets: Readonly<Record<string, string>>, production: boolean): string {
  if (Object.keys(secrets).length === 0) return 'closed, PORTSIDE_CRM_SECRET is not set';
  return production
    ? 'open with secrets of your own'
    : 'open; without PORTSIDE_CRM_SECRET with the published one';
}
