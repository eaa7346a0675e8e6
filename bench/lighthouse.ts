import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { chromiumArgs, findChromium } from '../scripts/chromium.ts';
import { runProduct } from './product.ts';

const PORT = 3195;
const DEBUG_PORT = 3196;

/** What the public pages are held to, in Lighthouse's mobile preset with its simulated network. */
const bounds = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const LCP_MS = 1500;
const CLS = 0.02;

/**
 * `npm run lighthouse`: home, shop, questions and about of the built product. Words behind it name
 * other pages: `npm run lighthouse -- /login`.
 */
const asked = process.argv.slice(2);
const pages = asked.length > 0 ? asked : ['/', '/shop', '/faq', '/about'];
const product = await runProduct(PORT);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [...chromiumArgs, `--remote-debugging-port=${DEBUG_PORT}`],
});
const table: Record<string, Record<string, number>> = {};
const missed: string[] = [];
const folder = path.resolve(import.meta.dirname, '../.test-results');
await mkdir(folder, { recursive: true });
try {
  for (const page of pages) {
    // The first visitor's page is made; the second one's is measured.
    await fetch(`http://localhost:${PORT}${page}`);
    const result = await lighthouse(`http://localhost:${PORT}${page}`, {
      port: DEBUG_PORT,
      logLevel: 'error',
      output: 'json',
      onlyCategories: Object.keys(bounds),
    });
    if (!result) throw new Error(`Lighthouse has nothing to say about ${page}`);
    const { categories, audits } = result.lhr;
    const row: Record<string, number> = {};
    for (const [name, least] of Object.entries(bounds)) {
      const score = Math.round((categories[name]?.score ?? 0) * 100);
      row[name] = score;
      if (score >= least) continue;
      const weak = (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => id);
      missed.push(`${page}: ${name} ${score} (${weak.join(', ')})`);
    }
    row.lcp = Math.round(audits['largest-contentful-paint']?.numericValue ?? Infinity);
    row.cls = Number((audits['cumulative-layout-shift']?.numericValue ?? 1).toFixed(3));
    if (row.lcp > LCP_MS) missed.push(`${page}: LCP ${row.lcp} ms`);
    if (row.cls >= CLS) missed.push(`${page}: CLS ${row.cls}`);
    table[page] = row;
    const name = `lighthouse-${page.slice(1).replaceAll('/', '-') || 'home'}.json`;
    await writeFile(path.join(folder, name), JSON.stringify(result.lhr, null, 1));
  }
} finally {
  await browser.close();
  await product.stop();
}
console.table(table);
for (const one of missed) console.log(`missed: ${one}`);
process.exit(missed.length === 0 ? 0 : 1);
