import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { transferTime } from '@portside/contract/transfer-time';
import { expect, test } from 'vitest';
import { everyCapability } from '../brands/brand-conditions.ts';
import { brandText, brandWords } from '../brands/brand-files.ts';
import { homeWords } from '@portside/contract/content';
import { loadBrands } from '../brands/brands.ts';
import { served } from '../slices.ts';
import { say } from '../words/say.ts';
import { textPageOf } from '../content/markdown.ts';

const root = resolve(import.meta.dirname, '../../..');
const endpoints = new Set(served.routes.map(({ endpoint }) => endpoint.wire));

/** What customers are told, and the call that keeps it. */
const kept: readonly (readonly [says: RegExp, call: string])[] = [
  [/your account shows the day your line is paid through/i, 'GET /app/lines'],
  [/su cuenta muestra hasta qué día está pagada la línea/i, 'GET /app/lines'],
  [/tracker in your account shows each step/i, 'GET /app/portins'],
  [/before we show the code of an eSIM/i, 'GET /app/lines/{id}/esim'],
  [/fix that one thing and send it again/i, 'POST /app/users/portin/make/start'],
  [/enter your ZIP Code in the/i, 'GET /app/coverage'],
  [/promo code; enter it at checkout/i, 'POST /app/checkout/quote'],
  [/you can save several/i, 'GET /app/payments/cards'],
  [
    /tell us the number and your ZIP Code, and we check it at once/i,
    'POST /app/users/portin/check',
  ],
];

/**
 * What the product cannot do yet, how it is promised, and the call that would keep it. Whoever builds
 * it deletes the row and writes the sentence.
 */
const missing: readonly (readonly [what: string, promised: RegExp, wouldBe: RegExp])[] = [
  [
    'text messages',
    /we(?:[’']ll| will)? (?:\w+ (?:and|or) )?text you|we (?:write and )?text (?:you )?about|le (?:enviamos|enviaremos) un mensaje de texto|por mensaje de texto:/i,
    /sms/,
  ],
];

/** Every sentence for customers: the brands' texts and plans, and both word catalogues. */
async function texts(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const take = async (path: string) => found.set(path, await readFile(join(root, path), 'utf8'));
  for (const name of await readdir(join(root, 'brands'), { recursive: true })) {
    if (/\.(md|json)$/.test(name)) await take(`brands/${name}`);
  }
  // Each English sentence with its Spanish.
  for (const part of ['server', 'web']) await take(`${part}/src/words/es.po`);
  return found;
}

test('nothing is promised that no screen does yet, in no brand, language, page or email', async () => {
  const all = await texts();
  expect(all.size).toBeGreaterThan(25);
  const broken = [...all].flatMap(([path, text]) =>
    missing.flatMap(([what, promised]) => {
      const said = promised.exec(text)?.[0];
      return said ? [`${path} promises ${what}: “${said}”`] : [];
    }),
  );
  expect(broken).toEqual([]);
});

test.each([
  ['text messages', 'We’ll text you when it ships.'],
  ['text messages', 'Le enviaremos un mensaje de texto.'],
])('%s is noticed in other words: %s', (what, sentence) => {
  const noticed = missing.filter(([, promised]) => promised.test(sentence)).map(([name]) => name);
  expect(noticed).toEqual([what]);
});

test('a feature that has come is no longer said to be missing', () => {
  const come = missing.flatMap(([what, , wouldBe]) =>
    [...endpoints].filter((wire) => wouldBe.test(wire)).map((wire) => `${what}: ${wire}`),
  );
  expect(come).toEqual([]);
});

test.each(kept)('%s is kept by %s', async (says, call) => {
  const told = [...(await texts()).values()].some((text) => says.test(text));
  expect(told, `nothing says ${String(says)} anymore: take the row out`).toBe(true);
  expect(endpoints).toContain(call);
});

test('how long a transfer takes is one sentence, on each page that tells it', async () => {
  const { all } = await loadBrands(join(root, 'brands'));
  for (const brand of all) {
    for (const language of ['en', 'es']) {
      const sentence = say(language, transferTime);
      expect(sentence === transferTime).toBe(language === 'en');
      const faq = JSON.stringify(
        await brandText(brand, 'faq', language, textPageOf, everyCapability),
      );
      expect(faq).toContain(sentence);
      const home = await brandWords(brand, 'home', language, homeWords, everyCapability);
      expect(home.bringNumber.note).toContain(sentence);
      // And no other figure.
      expect(faq).not.toMatch(
        /up to a day|within a few hours|several days|hasta un día|varios días/i,
      );
    }
  }
  for (const [path, text] of await texts()) {
    expect(text, path).not.toMatch(/sometimes a day|a veces un día|some carriers take a day/i);
  }
});
