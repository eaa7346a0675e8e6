import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { footer, homeWords, indexedPages, pageMetas, textPages } from '@portside/contract/content';
import { everyCapability } from '../brands/brand-conditions.ts';
import { brandJson, brandText, brandWords } from '../brands/brand-files.ts';
import { loadBrand, type Brand } from '../brands/brands.ts';
import { checkFonts } from '../brands/brand-fonts.ts';
import { checkClaims } from './brand-claims.ts';
import { checkLinks } from './brand-links.ts';
import { checkColors, checkPictures } from './brand-look.ts';
import { textPageOf } from '../content/markdown.ts';
import { readPlans } from '../plans/plan-file.ts';

/** One line for each fault of a brand's folder. */
export async function checkBrand(folder: string): Promise<string[]> {
  let brand: Brand;
  try {
    brand = await loadBrand(folder);
  } catch (error) {
    return [(error as Error).message];
  }
  const found = await Promise.all([
    checkPlans(brand),
    checkPages(brand),
    checkFlags(brand),
    checkColors(brand),
    checkPictures(brand),
    checkFonts(brand),
    checkLinks(brand).catch(() => []),
    checkClaims(brand).catch(() => []),
    readable('content/footer.json', () => brandJson(brand, 'footer', footer)),
    // Spanish may be missing, but not wrong.
    checkHome(brand, 'en', 'content/home.json'),
    checkHome(brand, 'es', 'content/es/home.json'),
    readable('content/es/pages.json', () => brandWords(brand, 'pages', 'es', pageMetas)),
    ...textPages.map((page) => checkText(brand, page)),
    ...files.map((file) => readable(file, () => readFile(join(folder, file)))),
  ]);
  return [...checkSupport(brand), ...found.flat()];
}

function checkSupport({ support }: Brand): string[] {
  return /^(?:no|do-?not)-?_?reply/i.test(support.email)
    ? [`brand.json: support.email: nobody reads ${support.email}, and answers to emails go there`]
    : [];
}

const files = ['theme.css', 'logo.svg', 'mark.svg', 'share.png'];

async function checkPlans(brand: Brand): Promise<string[]> {
  try {
    const file: unknown = JSON.parse(await readFile(join(brand.folder, 'plans.json'), 'utf8'));
    return readPlans(brand, file).problems.map((one) => `plans.json: ${one}`);
  } catch (error) {
    return [`plans.json: ${(error as Error).message}`];
  }
}

async function checkPages(brand: Brand): Promise<string[]> {
  try {
    const { data } = await brandJson(brand, 'pages', pageMetas);
    const known = new Set(data.map((one) => one.attributes.metaData.page));
    return indexedPages
      .map((page) => page || 'home')
      .filter((page) => !known.has(page))
      .map((page) => `content/pages.json: no title and description for ${page}`);
  } catch (error) {
    return [`content/pages.json: ${(error as Error).message}`];
  }
}

async function checkText(brand: Brand, page: string): Promise<string[]> {
  const file = `content/${page}.md`;
  try {
    const { title, sections } = await brandText(brand, page, 'en', textPageOf, everyCapability);
    if (!title) return [`${file}: it has no title (a line that begins with #)`];
    return sections.length === 0 ? [`${file}: it has no sections (lines that begin with ##)`] : [];
  } catch (error) {
    return [`${file}: ${(error as Error).message}`];
  }
}

/** Six for plans, and one for each state and outcome. */
const flags = [
  'square',
  'cross',
  'saltire',
  'quarters',
  'stripes',
  'diamond',
  'pending',
  'activating',
  'active',
  'suspended',
  'ended',
  'success',
  'failure',
  'adrift',
];

async function checkFlags(brand: Brand): Promise<string[]> {
  const text = await readFile(join(brand.folder, 'flags.svg'), 'utf8').catch(() => '');
  if (text === '') return ['flags.svg: it is not there'];
  const problems = flags
    .filter((name) => !text.includes(`id="flag-${name}"`))
    .map((name) => `flags.svg: no symbol flag-${name}`);
  // It is inlined into every page.
  return /<script|<style|\son\w+=|\sstyle=|<foreignObject/i.test(text)
    ? [...problems, 'flags.svg: scripts and styles have no place in it']
    : problems;
}

const checkHome = (brand: Brand, language: string, file: string) =>
  readable(file, async () => {
    const { network } = await brandWords(brand, 'home', language, homeWords, everyCapability);
    if (network?.map) await readFile(join(brand.folder, network.map.file));
  });

async function readable(file: string, read: () => Promise<unknown>): Promise<string[]> {
  try {
    await read();
    return [];
  } catch (error) {
    return [`${file}: ${(error as Error).message}`];
  }
}
