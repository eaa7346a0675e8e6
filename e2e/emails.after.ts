import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import axe from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testChromiumArgs, findChromium } from '../scripts/chromium.ts';
import { openDatabase } from '../server/src/db/database.ts';

/**
 * Looks at each kind of email that the journeys sent, in both brands and languages, on the narrowest
 * phone and as wide as it gets, by day and at night. `PICTURES=folder` keeps what it sees.
 */
const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, '.test-results/e2e-data');
const pictures = process.env['PICTURES'];

interface Sent {
  subject: string;
  html: string;
  text: string;
  from_address: string;
}

let browser: Browser;
let sent: Sent[];
beforeAll(async () => {
  const database = await openDatabase({ kind: 'pglite', folder });
  try {
    const rows = await database.query
      .withTables<{ sandbox_mail: Sent & { seq: number } }>()
      .selectFrom('sandbox_mail')
      .select(['subject', 'html', 'text', 'from_address'])
      .orderBy('seq')
      .execute();
    sent = onePerKind(rows);
  } finally {
    await database.close();
  }
  const executablePath = findChromium();
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: testChromiumArgs,
  });
});
afterAll(() => browser?.close());

/** Digits and names differ; the sentence around them is the kind. */
function onePerKind(rows: Sent[]): Sent[] {
  const kinds = new Map<string, Sent>();
  for (const row of rows) {
    const kind = `${row.from_address} ${row.subject.replaceAll(/\d+/g, '0')}`;
    if (!kinds.has(kind)) kinds.set(kind, row);
  }
  return [...kinds.values()];
}

const looks = [
  { width: 320, scheme: 'light' },
  { width: 320, scheme: 'dark' },
  { width: 600, scheme: 'light' },
  { width: 600, scheme: 'dark' },
] as const;

test('the journeys sent emails of both brands and in both languages', () => {
  const kinds = sent.map(({ from_address: from, html }) => {
    const [, language] = /<html lang="(\w+)"/.exec(html) ?? [];
    return `${from.split(' <')[0]} ${language}`;
  });
  for (const one of ['Harbor en', 'Harbor es', 'Mesa en', 'Mesa es']) expect(kinds).toContain(one);
  expect(sent.length).toBeGreaterThan(20);
});

// Each in a tab of its own, which has a process of its own.
test.concurrent.each(looks)(
  'each email fits $width px and is accessible, $scheme, with its brand’s logo',
  async ({ width, scheme }) => {
    const page = await opened(width, scheme);
    const found: string[] = [];
    for (const [at, email] of sent.entries()) {
      await page.setContent(email.html, { waitUntil: 'load' });
      found.push(...(await faultsOf(page, scheme)).map((fault) => `${email.subject}: ${fault}`));
      if (pictures) await keep(page, `${String(at).padStart(3, '0')}-${width}-${scheme}.png`);
    }
    await page.context().close();
    expect(found).toEqual([]);
  },
);

test('an email as text says what the drawn one says', () => {
  for (const { subject, text, html } of sent) {
    const drawn = wordsOf(html.replace(/^[\s\S]*<body/, '<body'));
    for (const word of wordsOf(text)) {
      if (!/^(https?|mailto):/.test(word)) expect(drawn, `${subject}: ${word}`).toContain(word);
    }
  }
});

const wordsOf = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .split(/\s+/)
    .flatMap((word) => (/^(https?|mailto):/.test(word) ? [] : [word.replace(/[:,.]+$/, '')]))
    .filter(Boolean);

/** The server has stopped: what it would serve comes from the brands' folders. */
async function opened(width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = path.join(root, pathname);
    if (!pathname.startsWith('/brands/')) return route.abort();
    return route.fulfill({ body: await readFile(file), contentType: 'image/png' });
  });
  const page = await context.newPage();
  // One email after the other is written into this page: what is in its window stays.
  await page.evaluate(axe.source);
  return page;
}

async function faultsOf(page: Page, scheme: 'light' | 'dark'): Promise<string[]> {
  return page.evaluate(async (when) => {
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    const images = [...document.images].filter((one) => one.offsetWidth > 0);
    const [logo] = images;
    const isNight = logo?.src.includes('-night.') ?? false;
    const title = document.querySelector('h1');
    const buttons = [...document.querySelectorAll<HTMLElement>('.button')];
    const rules = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag22aa'] };
    const { axe: seen } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await seen.run({ runOnly: rules, resultTypes: ['violations'] });
    return [
      ...(wide > 0 ? [`${wide} px too wide`] : []),
      ...(images.length === 1 && logo?.naturalWidth ? [] : [`${images.length} logos`]),
      ...(isNight === (when === 'dark') ? [] : ['the logo of the other time']),
      ...(title && document.querySelectorAll('h1').length === 1 ? [] : ['no title']),
      ...(buttons.length > 1 ? [`${buttons.length} buttons`] : []),
      ...buttons.filter((one) => one.offsetHeight < 44).map(() => 'a button under 44 px'),
      ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    ];
  }, scheme);
}

async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(pictures ?? '', { recursive: true });
  await page.screenshot({ path: path.join(pictures ?? '', name), fullPage: true });
}
