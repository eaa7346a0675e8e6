import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readPo } from './po.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFile(path.join(root, file), 'utf8');

/** The specification's own texts are used verbatim; in Spanish they are ours. */
const specified = new Set([
  'Check port-in eligibility',
  'Contact Centre',
  'Invalid password format. Passwords should be at least 6 characters long and contain one capital letter and one number and one symbol',
  'Let’s port in your number',
  'Make sure the details are correct & click “Re-submit”',
  'Please enter Billing Account Number',
  'Please enter Port In Number',
  'Please enter sim number',
  'Re-submit port-in',
  'This number is not eligible for port-in.',
  "Your existing SIM card is all set for porting. No new SIM card is required, and you're ready to proceed with the next steps.",
  'Your number is eligible for port-in',
  "Your porting requires a new SIM card. No action needed; we'll handle it for you!",
  'sim number should be 18-22 digits',
]);

/** Names of values; what other carriers call their own things; what a label must say; a character. */
const names =
  /\{\w+\}|on its way|on hold|Number Transfer PIN \(not your account or voicemail PIN\)|Port Out Protection|[#*]PORT|(?:capital|lowercase) letter/g;

/** The words in backticks of the last two columns of docs/words.md. */
async function notSaid() {
  const table = (await read('docs/words.md')).split('\n').filter((line) => line.startsWith('|'));
  const column = (at: number) =>
    table
      .flatMap((row) => [...(row.split('|').at(at) ?? '').matchAll(/`([^`]+)`/g)])
      .map(([, word = '']) => word);
  return { english: column(-3), spanish: column(-2) };
}

/** A word or phrase that stands alone; small and capital letters are the same unless it is about them. */
function sayer(words: readonly string[]) {
  const any = (some: readonly string[], flags: string) =>
    new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${some.join('|')})(?![\p{L}\p{N}])`, `u${flags}`);
  const byCase = words.filter((word) => word !== word.toLowerCase());
  const others = any(
    words.filter((word) => !byCase.includes(word)),
    'i',
  );
  const exact = any(byCase, '');
  return (text: string) => (others.exec(text) ?? exact.exec(text))?.[0];
}

const catalogues = ['web/src/words/es.po', 'server/src/words/es.po'];

test('no sentence says a word that the glossary replaces, in either language', async () => {
  const { english, spanish } = await notSaid();
  expect(english).toContain('letter');
  expect(spanish).toContain('ordenador');
  const [inEnglish, inSpanish] = [sayer(english), sayer(spanish)];
  const said: string[] = [];
  for (const file of catalogues) {
    for (const [sentence, translation] of readPo(await read(file))) {
      const word = specified.has(sentence) ? undefined : inEnglish(sentence.replaceAll(names, ''));
      if (word) said.push(`${word}: ${sentence}`);
      const palabra = inSpanish(translation.replaceAll(names, ''));
      if (palabra) said.push(`${palabra}: ${translation}`);
    }
  }
  expect(said, 'docs/words.md has the word for it').toEqual([]);
});

test('the specification’s texts that may say otherwise are still texts of the product', async () => {
  const sentences = new Set<string>();
  for (const file of catalogues)
    for (const id of readPo(await read(file)).keys()) sentences.add(id);
  expect([...specified].filter((one) => !sentences.has(one))).toEqual([]);
});

test('brand texts say none of these words either', async () => {
  const { english, spanish } = await notSaid();
  const [inEnglish, inSpanish] = [sayer(english), sayer(spanish)];
  const said: string[] = [];
  for (const brand of ['harbor', 'mesa']) {
    for (const file of [
      'about.md',
      'faq.md',
      'home.json',
      'not-found.md',
      'pages.json',
      'privacy-policy.md',
      'terms-and-conditions.md',
    ]) {
      for (const [folder, find] of [
        ['content', inEnglish],
        ['content/es', inSpanish],
      ] as const) {
        const text = await read(`brands/${brand}/${folder}/${file}`);
        // Anchors and the content service's own page names are addresses.
        for (const line of text
          .replaceAll(/\{#[^}]*\}|"page": "[^"]*"|[a-z]+ballot/g, '')
          .split('\n')) {
          const word = find(line.replaceAll(names, ''));
          if (word) said.push(`${brand}/${folder}/${file}: ${word}: ${line.trim()}`);
        }
      }
    }
  }
  expect(said, 'docs/words.md has the word for it').toEqual([]);
});
