import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { resolveTxt as resolve } from 'node:dns/promises';
import { CheckFailed } from '../../health.ts';
import { OutsideFailure } from '../../outside-failure.ts';

export interface DkimSettings {
  readonly dkimDomain?: string;
  readonly dkimSelector?: string;
  readonly dkimKey?: string;
}

export type ResolveTxt = (name: string) => Promise<string[][]>;

/** Some environments write the lines of a PEM as `\n`. */
const pemOf = (key: string) => key.replaceAll('\\n', '\n');

export function dkimOf({ dkimDomain, dkimSelector, dkimKey }: DkimSettings) {
  if (!dkimDomain || !dkimSelector || !dkimKey) return undefined;
  return { domainName: dkimDomain, keySelector: dkimSelector, privateKey: pemOf(dkimKey) };
}

/** Is the key one, does it sign for the sender, and does the DNS say so? @throws CheckFailed */
export async function checkDkim(
  settings: DkimSettings,
  sender: string,
  resolveTxt: ResolveTxt = resolve,
): Promise<void> {
  const dkim = dkimOf(settings);
  if (!dkim) return;
  const { domainName, keySelector } = dkim;
  const isAligned = sender === domainName || sender.endsWith(`.${domainName}`);
  if (!isAligned) {
    throw no(
      `MAIL_FROM is of ${sender}, and DKIM_DOMAIN is ${domainName}. They must be one domain.`,
    );
  }
  const key = publicOf(dkim.privateKey);
  if (key?.asymmetricKeyType !== 'rsa') {
    throw no('DKIM_KEY is no private RSA key. Make one: openssl genrsa 2048.');
  }
  const name = `${keySelector}._domainkey.${domainName}`;
  const wanted = key.export({ type: 'spki', format: 'der' }).toString('base64');
  const records = await resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
    throw new OutsideFailure('mail', 'not_done', error);
  });
  const published = records.map((parts) => /(?:^|;)\s*p=([^;]*)/.exec(parts.join(''))?.[1] ?? '');
  if (published.some((one) => one.replaceAll(/\s/g, '') === wanted)) return;
  throw no(
    `The DNS has no TXT record ${name} with our key. Publish there: v=DKIM1; k=rsa; p=${wanted}`,
  );
}

function publicOf(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(createPrivateKey(pem));
  } catch {
    return undefined;
  }
}

const no = (advice: string) => new CheckFailed('mail', advice);
