import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Words of a vendor, by the name of their type. */
export type Words = Readonly<Record<string, readonly string[]>>;

/** As the SDK's types list them, sorted. @throws where it has no such type */
export function wordsOf(types: string, name: string): string[] {
  const union = new RegExp(`^\\s*(?:export )?type ${name} = (.+);$`, 'm').exec(types)?.[1];
  if (!union) throw new Error(`The SDK has no type ${name}`);
  return [...union.matchAll(/["']([^"']+)["']/g)].map(([, word = '']) => word).toSorted();
}

const stripeFolder = () =>
  path.dirname(path.dirname(createRequire(import.meta.url).resolve('stripe')));

/** The name with us, the file of the SDK, and the type's name in it: its first one. */
const ofStripe = [
  ['PaymentIntent.Status', 'PaymentIntents', 'Status'],
  ['PaymentIntent.LastPaymentError.Code', 'PaymentIntents', 'Code'],
  ['SetupIntent.Status', 'SetupIntents', 'Status'],
  ['Checkout.Session.Status', 'Checkout/Sessions', 'Status'],
  ['Dispute.Status', 'Disputes', 'Status'],
  ['Charge.Outcome.AdviceCode', 'Charges', 'AdviceCode'],
] as const;

/** Of the SDK that is installed. */
export function stripeWords(): { sdk: string; words: Words; events: readonly string[] } {
  const folder = stripeFolder();
  const read = (file: string) =>
    readFileSync(path.join(folder, `esm/resources/${file}.d.ts`), 'utf8');
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const words = ofStripe.map(([name, file, type]) => {
    // Of several with this name, the one that has most to say is the object's own.
    const found = [...read(file).matchAll(new RegExp(`^\\s*type ${type} = .+;$`, 'gm'))]
      .map(([line]) => wordsOf(line, type))
      .toSorted((a, b) => b.length - a.length)[0];
    if (!found) throw new Error(`The SDK has no type ${name}`);
    return [name, found] as const;
  });
  const events = [...read('Events').matchAll(/^\s*type: '([\w.]+)';$/gm)].map(
    ([, type = '']) => type,
  );
  return { sdk: version, words: Object.fromEntries(words), events };
}
