import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { demoPassword, demoPeople } from '@portside/contract/demo-people';
import { chromiumArgs, findChromium } from '../../scripts/chromium.ts';
import { consoleDoors, consolePages } from '../console-pages.ts';
import { runProduct } from '../product.ts';
import { openLighthouse, type Flags, type Result } from './open-lighthouse.ts';

const PORT = 3195;
const site = `http://localhost:${PORT}`;
const DEBUG_PORT = 3196;

interface Bounds {
  readonly performance: number;
  readonly lcp: number;
  readonly cls: number;
}

/** What most visitors see first; milliseconds. */
const first: Bounds = { performance: 100, lcp: 1200, cls: 0.001 };
const others: Bounds = { performance: 98, lcp: 1500, cls: 0.02 };
const full = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
const desk = { mobile: false, width: 1440, height: 900, deviceScaleFactor: 1, disabled: false };
const sizes: Readonly<Record<string, Flags>> = {
  phone: {},
  desk: { formFactor: 'desktop', screenEmulation: desk },
};
const boundsOf = (page: string) => (page === '/' || page === '/shop' ? first : others);

/**
 * `npm run lighthouse`: what visitors see first, checkout with a plan in the cart, and a line of a
 * customer who is logged in; or the pages given, `-- /login`. `-- --console`: accessibility of each
 * page of the console, on a phone and on a desk; or of those given, `-- --console /console/disputes/`,
 * where a slash at the end stands for all below.
 */
const asked = process.argv.slice(2);
const ofConsole = asked.includes('--console');
const askedOfConsole = asked.filter((one) => one !== '--console');
const pages =
  asked.length > 0 ? asked : ['/', '/shop', '/faq', '/about', '/cart/checkout', '/dashboard/lines'];
/** Of one person: no search engine may list it, and it is looked at with what that person has. */
const isPrivate = (page: string) => /^\/(cart|dashboard)/.test(page);
/** Single runs differ by several points; the median counts. */
const RUNS = 5;
const lighthouse = await openLighthouse();
const product = await runProduct({ port: PORT });
const executablePath = findChromium();
const profile = await mkdtemp(path.join(tmpdir(), 'lighthouse-'));
// Lighthouse opens its pages in the browser's own profile: what is done there, it has.
const browser = await chromium.launchPersistentContext(profile, {
  ...(executablePath && { executablePath }),
  args: [...chromiumArgs, `--remote-debugging-port=${DEBUG_PORT}`],
});
const valueOf = (audit: Result['audits'][string] | undefined) => audit?.numericValue ?? Infinity;
const table: Record<string, Record<string, number>> = {};
const missed: string[] = [];
const folder = path.resolve(import.meta.dirname, '../../.test-results');
await mkdir(folder, { recursive: true });
try {
  if (ofConsole) await lookAtConsole();
  for (const page of ofConsole
    ? []
    : pages.toSorted((a, b) => Number(isPrivate(a)) - Number(isPrivate(b)))) {
    const bounds = boundsOf(page);
    const { categories, audits } = await middleReport(page);
    const row: Record<string, number> = {};
    const { performance } = bounds;
    for (const [name, least] of Object.entries({ ...full, performance })) {
      const score = Math.round((categories[name]?.score ?? 0) * 100);
      row[name] = score;
      if (score >= least) continue;
      missed.push(`${page}: ${name} ${score} (${weakIn(name, categories, audits)})`);
    }
    row.lcp = Math.round(valueOf(audits['largest-contentful-paint']));
    row.tbt = Math.round(valueOf(audits['total-blocking-time']));
    row.cls = Number(valueOf(audits['cumulative-layout-shift']).toFixed(3));
    if (row.lcp > bounds.lcp) missed.push(`${page}: LCP ${row.lcp} ms`);
    if (row.cls >= bounds.cls) missed.push(`${page}: CLS ${row.cls}`);
    table[page] = row;
  }
} finally {
  await browser.close();
  await product.stop();
  await rm(profile, { recursive: true, force: true });
}
console.table(table);
for (const one of missed) console.log(`missed: ${one}`);
process.exit(missed.length === 0 ? 0 : 1);

async function middleReport(page: string): Promise<Result> {
  const address = `${site}${isPrivate(page) ? await prepared(page) : page}`;
  // The first visit renders the page, and the first run warms the browser up.
  await fetch(address);
  const look = () => reportOn(address, isPrivate(page));
  await look();
  const reports: Result[] = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await look());
  const speed = ({ categories }: Result) => categories.performance?.score ?? 0;
  const middle = reports.toSorted((a, b) => speed(a) - speed(b))[Math.floor(RUNS / 2)] as Result;
  const name = `lighthouse-${page.slice(1).replaceAll('/', '-') || 'home'}.json`;
  await writeFile(path.join(folder, name), JSON.stringify(middle, null, 1));
  return middle;
}

/** A plan in the cart, or a login: its address, with the first line for `/dashboard/lines`. */
async function prepared(page: string): Promise<string> {
  const tab = await browser.newPage();
  try {
    if (page.startsWith('/cart')) {
      await tab.goto(`${site}/shop`);
      await tab.getByRole('button', { name: 'Choose this plan' }).first().click();
      await tab.waitForURL((url) => !url.pathname.startsWith('/shop'));
      return page;
    }
    const [customer] = demoPeople;
    await tab.goto(`${site}/login-with-password`);
    await tab.getByLabel('Email').first().fill(customer.email);
    await tab.getByLabel('Password', { exact: true }).fill(demoPassword);
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${site}/dashboard`);
    if (page !== '/dashboard/lines') return page;
    const manage = tab.getByRole('link', { name: 'Manage this line' }).first();
    return (await manage.getAttribute('href')) ?? page;
  } finally {
    await tab.close();
  }
}

async function lookAtConsole(): Promise<void> {
  for (const page of consoleDoors.filter(isAsked)) await lookInside(page);
  const pages = await consolePages(browser, site);
  for (const page of pages.filter(isAsked)) await lookInside(page);
}

function isAsked(page: string): boolean {
  if (askedOfConsole.length === 0) return true;
  return askedOfConsole.some((one) => (one.endsWith('/') ? page.startsWith(one) : page === one));
}

async function lookInside(page: string): Promise<void> {
  const row: Record<string, number> = {};
  for (const [size, flags] of Object.entries(sizes)) {
    const onlyCategories = ['accessibility'];
    const { categories, audits } = await reportOn(site + page, true, { ...flags, onlyCategories });
    row[size] = Math.round((categories['accessibility']?.score ?? 0) * 100);
    if (row[size] === 100) continue;
    missed.push(`${page}, ${size}: ${row[size]} (${weakIn('accessibility', categories, audits)})`);
  }
  table[page] = row;
}

function weakIn(name: string, categories: Result['categories'], audits: Result['audits']): string {
  return (categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
    .join(', ');
}

async function reportOn(address: string, ofPerson: boolean, flags: Flags = {}): Promise<Result> {
  const result = await lighthouse(address, {
    port: DEBUG_PORT,
    logLevel: 'error',
    output: 'json',
    onlyCategories: Object.keys(full),
    ...flags,
    ...(ofPerson && { disableStorageReset: true, skipAudits: ['is-crawlable'] }),
  });
  if (!result) throw new Error(`Lighthouse has nothing to say about ${address}`);
  return result.lhr;
}
