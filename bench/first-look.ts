import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from './finding.ts';
import type { Measurement } from './measurement.ts';
import type { Result } from './lighthouse/open-lighthouse.ts';
import { homePageWeight } from './page-weight.ts';

const PAGES = ['home', 'shop'] as const;
const folder = path.resolve(import.meta.dirname, '../.test-results');

/** What a phone gets of home and shop: the latest `npm run lighthouse`, and the weight of the build. */
export const firstLook: Measurement = {
  name: 'lighthouse',
  title: 'Lighthouse, mobile preset, and the weight of the home page',
  async run() {
    const { scripts, styles } = homePageWeight();
    const weight: Finding = {
      id: 'weight.scripts',
      what: 'JavaScript of home, gzip',
      value: scripts / 1e3,
      unit: 'kB',
      most: 115,
      note: `styles ${(styles / 1e3).toFixed(1)} kB`,
    };
    return [...PAGES.flatMap(pageFindings), weight];
  },
};

function pageFindings(page: string): Finding[] {
  const file = path.join(folder, `lighthouse-${page}.json`);
  if (!existsSync(file)) {
    console.log(`   ${page}: run "npm run lighthouse" first`);
    return [];
  }
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Result;
  const scores = Object.values(categories).map(({ score }) => Math.round((score ?? 0) * 100));
  const of = (audit: string) => audits[audit]?.numericValue ?? Infinity;
  const note = `of ${statSync(file).mtime.toISOString().slice(0, 16)}, median of five runs`;
  return [
    {
      id: `lighthouse.${page}`,
      what: `${page}, the lowest of four scores`,
      unit: 'of 100',
      value: Math.min(...scores),
      least: 100,
      note: `${scores.join(', ')}; ${note}`,
    },
    {
      id: `lighthouse.${page}.lcp`,
      what: `${page}, largest contentful paint`,
      unit: 's',
      value: of('largest-contentful-paint') / 1e3,
      most: 1.2,
      note: `layout shift ${of('cumulative-layout-shift').toFixed(3)}`,
    },
  ];
}
