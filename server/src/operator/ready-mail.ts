import { resolveTxt as resolve } from 'node:dns/promises';
import type { AdapterSettings } from '../settings/adapter-settings.ts';
import { fine, type Finding, look, within } from './finding.ts';

export type ResolveTxt = (name: string) => Promise<string[][]>;

const ABOUT = 'mail DNS';

/** Without SPF and DMARC large mailboxes refuse a new sender, or call it spam. */
export async function senderFinding(
  mail: AdapterSettings['mail'],
  patienceMs: number,
  resolveTxt: ResolveTxt = resolve,
): Promise<Finding> {
  if (mail.kind !== 'smtp') return look(ABOUT, 'there is no sender yet', 'set MAIL_FROM');
  const domain = mail.from.replace(/^.*@/, '').replace(/>.*$/, '').trim().toLowerCase();
  const [found] = await within(ABOUT, patienceMs, async () => [await ofDomain(domain, resolveTxt)]);
  return found ?? look(ABOUT, 'nothing is known');
}

async function ofDomain(domain: string, resolveTxt: ResolveTxt): Promise<Finding> {
  const whole = domain.split('.').slice(-2).join('.');
  const [spf, own, parents] = await Promise.all([
    published(resolveTxt, domain, 'v=spf1'),
    published(resolveTxt, `_dmarc.${domain}`, 'v=DMARC1'),
    published(resolveTxt, `_dmarc.${whole}`, 'v=DMARC1'),
  ]);
  const lacking = [
    ...(spf ? [] : [`SPF: a TXT record of ${domain} that begins with v=spf1`]),
    ...(own || parents
      ? []
      : [`DMARC: a TXT record of _dmarc.${domain} that begins with v=DMARC1`]),
  ];
  return lacking.length === 0
    ? fine(ABOUT, `${domain} has SPF and DMARC`)
    : look(ABOUT, `${domain} lacks ${lacking.join('; ')}`, 'publish what the mail provider names');
}

async function published(resolveTxt: ResolveTxt, name: string, begins: string): Promise<boolean> {
  const records = await resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
    if (/^E(?:NOTFOUND|NODATA)$/.test(error.code ?? '')) return [];
    throw error;
  });
  return records.some((parts) => parts.join('').startsWith(begins));
}
