import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textPages } from '@portside/contract/content';
import { everyCapability } from '../brands/brand-conditions.ts';
import { brandText } from '../brands/brand-files.ts';
import { loadBrand, type Brand } from '../brands/brands.ts';
import { textPageOf } from '../content/markdown.ts';
import { readPlans } from '../plans/plan-file.ts';

/**
 * What of a brand is in English on its Spanish pages. Faults of the folder are {@link
 * checkBrand}'s.
 */
export async function checkSpanish(folder: string): Promise<string[]> {
  const brand = await loadBrand(folder).catch(() => undefined);
  if (!brand) return [];
  const files = ['home.json', 'pages.json', ...textPages.map((page) => `${page}.md`)];
  const found = await Promise.all([
    checkPlans(brand),
    ...files.map((file) => checkFile(brand, file)),
    ...textPages.map((page) => checkSections(brand, page)),
  ]);
  const hours = brand.support.es ? [] : ['brand.json: support.es is missing (the hours)'];
  return [...hours, ...found.flat()];
}

const isThere = (brand: Brand, file: string) =>
  access(join(brand.folder, 'content/es', file)).then(
    () => true,
    () => false,
  );

async function checkFile(brand: Brand, file: string): Promise<string[]> {
  return (await isThere(brand, file)) ? [] : [`content/es/${file}: it is not there`];
}

/** Same sections and anchors in both languages, so that links work in both. */
async function checkSections(brand: Brand, page: string): Promise<string[]> {
  if (!(await isThere(brand, `${page}.md`))) return [];
  try {
    const [english, spanish] = await Promise.all(
      ['en', 'es'].map((language) => brandText(brand, page, language, textPageOf, everyCapability)),
    );
    const there = new Set(spanish?.sections.map((section) => section.id));
    return (english?.sections ?? [])
      .filter((section) => !there.has(section.id))
      .map((section) => `content/es/${page}.md: no section with the address {#${section.id}}`);
  } catch (error) {
    return [`content/es/${page}.md: ${(error as Error).message}`];
  }
}

async function checkPlans(brand: Brand): Promise<string[]> {
  const file = await readFile(join(brand.folder, 'plans.json'), 'utf8').catch(() => '[]');
  try {
    const { plans, addOns = [] } = readPlans(brand, JSON.parse(file));
    return [
      ...plans
        .filter((plan) => !plan.es?.retailDescription || (plan.label && !plan.es.label))
        .map((plan) => `plans.json: plan ${plan.id}: es is missing or not complete`),
      ...addOns
        .filter((one) => one.description && !one.es?.description)
        .map((one) => `plans.json: add-on ${one.id}: es is missing or not complete`),
    ];
  } catch {
    return [];
  }
}
