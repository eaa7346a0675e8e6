import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripeWords, wordsOf } from '../server/src/testing/sdk-words.ts';

/**
 * `node scripts/vendor-words.ts [<version of Twilio's SDK>]`: writes the words of our vendors' SDKs
 * down, after somebody has looked at what a new one means to us. Stripe's SDK is installed; Twilio's
 * is 15 MB that nothing else needs, so its types are read out of the package and forgotten.
 */
const file = path.resolve(import.meta.dirname, '../server/src/testing/vendor-words.json');
const ofTwilio = {
  MessageStatus: 'account/message',
  MessageDirection: 'account/message',
  AccountStatus: 'account',
};

function twilioWords(version: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'twilio-words-'));
  try {
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: folder, encoding: 'utf8' });
    const packed = run('npm', 'pack', '--silent', `twilio@${version}`).trim();
    run('tar', 'xzf', packed);
    const { version: sdk } = JSON.parse(
      readFileSync(path.join(folder, 'package/package.json'), 'utf8'),
    ) as { version: string };
    const words = Object.entries(ofTwilio).map(([type, place]) => {
      const types = path.join(folder, `package/lib/rest/api/v2010/${place}.d.ts`);
      return [type, wordsOf(readFileSync(types, 'utf8'), type)] as const;
    });
    return { sdk, words: Object.fromEntries(words) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { sdk, words } = stripeWords();
const kept = { stripe: { sdk, words }, twilio: twilioWords(process.argv[2] ?? 'latest') };
writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
console.log(`Stripe ${sdk}, Twilio ${kept.twilio.sdk}: npm run format, then look at git diff`);
