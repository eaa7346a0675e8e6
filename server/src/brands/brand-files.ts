import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pictureNames, type PublicBrand } from '@portside/contract/brand';
import { money } from '@portside/contract/formats';
import { transferTime } from '@portside/contract/transfer-time';
import { type Can, resolveConditions } from './brand-conditions.ts';
import type { Brand } from './brands.ts';
import { say } from '../words/say.ts';

interface Schema<T> {
  parse(value: unknown): T;
}

interface Known {
  can?: Can | undefined;
  /** Whether a promo code counts now; as the brand's file has it by default. */
  promos?: boolean | undefined;
}

const cached = new Map<string, { changed: number; value: unknown }>();

/**
 * Read again when the file changes. While a changed file is unusable, its last value is given.
 * @throws Error when it never was usable
 */
async function cachedFile<T>(
  path: string,
  make: (text: string) => T,
  {
    coding = 'utf8',
    can,
    promos,
    settings = 0,
  }: Known & {
    coding?: 'utf8' | 'latin1';
    settings?: number;
  } = {},
): Promise<T> {
  const key = `${path} ${coding} ${settings} ${can ? [...can].toSorted().join(' ') : ''} ${promos ?? ''}`;
  const known = cached.get(key);
  try {
    const { mtimeMs: changed } = await stat(path);
    if (known?.changed === changed) return known.value as T;
    const value = make(await readFile(path, coding));
    cached.set(key, { changed, value });
    return value;
  } catch (error) {
    if (!known) throw error;
    return known.value as T;
  }
}

/** As an operator writes it where they are. */
export function plansFileOf({ folder }: Brand): string {
  const file = join(folder, 'plans.json');
  const near = relative('', file);
  return near.startsWith('..') ? file : near;
}

export function brandJson<T>(brand: Brand, name: string, schema: Schema<T>): Promise<T> {
  const path = join(brand.folder, 'content', `${name}.json`);
  const { settingsVersion: settings } = brand;
  return cachedFile(path, (text) => schema.parse(fillIn(JSON.parse(text), brand)), { settings });
}

/**
 * `content/es/faq.md`, else `content/faq.md`, as it is with what the carrier `can`. `make` must be
 * the same function at every call, because its result is cached.
 */
export async function brandText<T>(
  brand: Brand,
  name: string,
  language: string,
  make: (text: string) => T,
  can?: Can,
  promos?: boolean,
): Promise<T> {
  const { file, spoken } = await inLanguage(brand, name, language, 'md');
  const promoCodes = promos ? [{ code: '', percentOff: 1 }] : [];
  const facts = promos === undefined ? brand : { ...brand, promoCodes };
  const known = { can, promos, settings: brand.settingsVersion };
  return cachedFile(file, (text) => make(fillIn(text, facts, spoken, can) as string), known);
}

export const languageOfText = async (brand: Brand, name: string, language: string) =>
  (await inLanguage(brand, name, language, 'md')).spoken;

export async function brandWords<T>(
  brand: Brand,
  name: string,
  language: string,
  schema: Schema<T>,
  can?: Can,
): Promise<T> {
  const { file, spoken } = await inLanguage(brand, name, language, 'json');
  const make = (text: string) => schema.parse(fillIn(JSON.parse(text), brand, spoken, can));
  return cachedFile(file, make, { can, settings: brand.settingsVersion });
}

async function inLanguage(brand: Brand, name: string, language: string, end: string) {
  const file = join(brand.folder, 'content', language, `${name}.${end}`);
  const there = language !== 'en' && (await stat(file).catch(() => undefined));
  return there
    ? { file, spoken: language }
    : { file: join(brand.folder, 'content', `${name}.${end}`), spoken: 'en' };
}

/** One SVG whose symbols are the flags of web/src/ui. */
export function brandFlags(brand: Brand): Promise<string> {
  const path = join(brand.folder, 'flags.svg');
  return cachedFile(path, (text) => text.replaceAll(/<!--.*?-->/gs, '').trim()).catch(() => '');
}

/** From the logo's `viewBox`. */
export async function brandLogo(brand: Brand): Promise<Pick<PublicBrand, 'logoRatio'>> {
  return cachedFile(join(brand.folder, 'logo.svg'), logoRatio).catch(() => ({}));
}

function logoRatio(svg: string): Pick<PublicBrand, 'logoRatio'> {
  const [, width, height] = /\bviewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return width && height ? { logoRatio: Number(width) / Number(height) } : {};
}

/** Inlined into pages: without comments, with absolute paths. */
export async function brandTheme(brand: Brand): Promise<string> {
  const theme = await cachedFile(join(brand.folder, 'theme.css'), (text) =>
    text
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  const own = /url\((['"]?)(?![/'"]|data:)([^'")]+)\1\)/g;
  const files = [...new Set([...theme.matchAll(own)].map((found) => found[2] ?? ''))];
  const known = await Promise.all(
    files.map(async (file) => [file, await brandAddress(brand, file)] as const),
  );
  const addresses = new Map(known);
  return theme.replaceAll(
    own,
    (_whole, quote: string, file: string) => `url(${quote}${addresses.get(file) ?? file}${quote})`,
  );
}

export async function brandAddress(brand: Brand, file: string): Promise<string> {
  const version = await fileVersion(brand, file);
  return `/brands/${brand.id}/${file}${version ? `?v=${version}` : ''}`;
}

export async function addressIfThere(brand: Brand, file: string): Promise<string | undefined> {
  return (await fileVersion(brand, file)) ? brandAddress(brand, file) : undefined;
}

export async function fileVersion(brand: Brand, file: string): Promise<string | undefined> {
  const path = join(brand.folder, file);
  const there = await stat(path).catch(() => undefined);
  return there?.isFile() ? cachedFile(path, hashOf, { coding: 'latin1' }) : undefined;
}

const hashOf = (text: string) =>
  createHash('sha256').update(text, 'latin1').digest('base64url').slice(0, 10);

export async function brandPictures(brand: Brand): Promise<PublicBrand['pictures']> {
  const found = await Promise.all(
    pictureNames.map(async (name) => {
      const day = await addressIfThere(brand, `pictures/${name}.svg`);
      const night = await addressIfThere(brand, `pictures/${name}-night.svg`);
      return day ? [[name, { day, ...(night && { night }) }] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

export async function brandVersion(brand: Brand): Promise<string> {
  const filesIn = async (folder: string) => {
    const names = await readdir(join(brand.folder, folder), { recursive: true }).catch(() => []);
    return names.map((name) => join(brand.folder, folder, name));
  };
  const single = ['flags.svg', 'theme.css', 'logo.svg', 'mark.svg'];
  const files = [
    ...(await filesIn('content')),
    ...(await filesIn('pictures')),
    ...(await filesIn('icons')),
    ...single.map((name) => join(brand.folder, name)),
  ];
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return [brand.settingsVersion, ...stats.map((one) => one?.mtimeMs ?? 0)].join(' ');
}

/**
 * Conditions and placeholders of each text in `value`.
 *
 * @throws Error for a condition that nobody can judge
 */
export function fillIn(value: unknown, brand: Brand, language = 'en', can?: Can): unknown {
  if (typeof value === 'string') {
    const settings = settingsOf(brand, language);
    return resolveConditions(value, { brand, can }).replaceAll(
      /\{(\w+)\}(\.?)/g,
      (whole, name: string, end: string) => withEnd(settings[name], end) ?? whole,
    );
  }
  if (Array.isArray(value)) return value.map((one) => fillIn(one, brand, language, can));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fillIn(inner, brand, language, can)]),
  );
}

/** "Harbor Mobile, Inc." ends a sentence with the period that it has. */
const withEnd = (words: string | undefined, end: string) =>
  words === undefined || words.endsWith('.') ? words : words + end;

function settingsOf(brand: Brand, language: string): Record<string, string> {
  const { product, host, company, fees, lines } = brand;
  return {
    transferTime: say(language, transferTime),
    product,
    host,
    company,
    ...supportIn(brand, language),
    regulatoryFee: money(fees.regulatoryCents / 100, language),
    activationFee: money(fees.activationCents / 100, language),
    keptDays: String(lines.keptDays),
    simChangeMinutes: String(lines.simChangeMinutes),
    unlockMinutes: String(lines.unlockMinutes),
    safetyPauseHours: String(lines.safetyPauseHours),
    cardStartDays: String(lines.cardStartDays),
    portOutDays: String(lines.portOutDays),
  };
}

export function supportIn(brand: Brand, language: string): PublicBrand['support'] {
  const { email, phone, hours, es } = brand.support;
  return { email, phone, hours, ...(language === 'es' && es) };
}
