import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureNames, type PublicBrand } from '@portside/contract/brand';
import { money } from '@portside/contract/formats';
import { transferTime } from '@portside/contract/transfer-time';
import type { Brand } from './brands.ts';
import { say } from './words/say.ts';

interface Schema<T> {
  parse(value: unknown): T;
}

const cached = new Map<string, { changed: number; value: unknown }>();

/**
 * One file of the brand's folder, made into something by `make`; read again when it changes. While
 * a changed file is not usable (half written, say), what it was before is given.
 * @throws Error when it is not there or not usable, and never was
 */
async function cachedFile<T>(
  path: string,
  make: (text: string) => T,
  coding: 'utf8' | 'latin1' = 'utf8',
): Promise<T> {
  const key = `${path} ${coding}`;
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

/** `content/<name>.json` in the schema's shape, its placeholders filled in. */
export function brandJson<T>(brand: Brand, name: string, schema: Schema<T>): Promise<T> {
  const path = join(brand.folder, 'content', `${name}.json`);
  return cachedFile(path, (text) => schema.parse(fillIn(JSON.parse(text), brand)));
}

/**
 * The brand's text in the reader's language: `content/es/faq.md`, else `content/faq.md`. `make` must
 * be one and the same function at every call: what it makes is kept.
 */
export async function brandText<T>(
  brand: Brand,
  name: string,
  language: string,
  make: (text: string) => T,
): Promise<T> {
  const { file, spoken } = await inLanguage(brand, name, language, 'md');
  return cachedFile(file, (text) => make(fillIn(text, brand, spoken) as string));
}

/** The language that {@link brandText} finds the text in. */
export const languageOfText = async (brand: Brand, name: string, language: string) =>
  (await inLanguage(brand, name, language, 'md')).spoken;

/** `content/es/home.json`, else `content/home.json`. */
export async function brandWords<T>(
  brand: Brand,
  name: string,
  language: string,
  schema: Schema<T>,
): Promise<T> {
  const { file, spoken } = await inLanguage(brand, name, language, 'json');
  return cachedFile(file, (text) => schema.parse(fillIn(JSON.parse(text), brand, spoken)));
}

async function inLanguage(brand: Brand, name: string, language: string, end: string) {
  const file = join(brand.folder, 'content', language, `${name}.${end}`);
  const there = language !== 'en' && (await stat(file).catch(() => undefined));
  return there
    ? { file, spoken: language }
    : { file: join(brand.folder, 'content', `${name}.${end}`), spoken: 'en' };
}

/** The brand's illustrations: one SVG whose symbols are named as the flags of web/src/ui. */
export function brandFlags(brand: Brand): Promise<string> {
  const path = join(brand.folder, 'flags.svg');
  // A page without pictures says everything in words too.
  return cachedFile(path, (text) => text.replaceAll(/<!--.*?-->/gs, '').trim()).catch(() => '');
}

/** The brand's theme as it stands in a page: without comments, addresses from the site's root. */
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

/** Where a file of the brand is served. A file that changes has another address. */
export async function brandAddress(brand: Brand, file: string): Promise<string> {
  const version = await fileVersion(brand, file);
  return `/brands/${brand.id}/${file}${version ? `?v=${version}` : ''}`;
}

/** A short word for what is in the file; none where there is no such file. */
export async function fileVersion(brand: Brand, file: string): Promise<string | undefined> {
  const path = join(brand.folder, file);
  const there = await stat(path).catch(() => undefined);
  return there?.isFile() ? cachedFile(path, hashOf, 'latin1') : undefined;
}

const hashOf = (text: string) =>
  createHash('sha256').update(text, 'latin1').digest('base64url').slice(0, 10);

/** Those of the pictures that the brand has. */
export async function brandPictures(brand: Brand): Promise<PublicBrand['pictures']> {
  const look = async (file: string) =>
    (await fileVersion(brand, file)) ? await brandAddress(brand, file) : undefined;
  const found = await Promise.all(
    pictureNames.map(async (name) => {
      const day = await look(`pictures/${name}.svg`);
      const night = await look(`pictures/${name}-night.svg`);
      return day ? [[name, { day, ...(night && { night }) }] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** Changes whenever a file that pages are made from does. */
export async function brandVersion(brand: Brand): Promise<string> {
  const filesIn = async (folder: string) => {
    const names = await readdir(join(brand.folder, folder), { recursive: true }).catch(() => []);
    return names.map((name) => join(brand.folder, folder, name));
  };
  const single = ['flags.svg', 'theme.css', 'logo.svg', 'mark.svg'];
  const files = [
    ...(await filesIn('content')),
    ...(await filesIn('pictures')),
    ...single.map((name) => join(brand.folder, name)),
  ];
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return stats.map((one) => one?.mtimeMs ?? 0).join(' ');
}

/**
 * Puts the brand's settings in place of the placeholders, in every text of the value; what is in
 * other braces stays.
 */
function fillIn(value: unknown, brand: Brand, language = 'en'): unknown {
  if (typeof value === 'string') {
    const settings = settingsOf(brand, language);
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => settings[name] ?? whole);
  }
  if (Array.isArray(value)) return value.map((one) => fillIn(one, brand, language));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fillIn(inner, brand, language)]),
  );
}

function settingsOf(brand: Brand, language: string): Record<string, string> {
  const { product, host, company, fees } = brand;
  return {
    transferTime: say(language, transferTime),
    ...{ product, host, company, ...supportIn(brand, language) },
    regulatoryFee: money(fees.regulatoryCents / 100, language),
    activationFee: money(fees.activationCents / 100, language),
  };
}

/** How to reach the brand's people, said in the language where the brand says it. */
export function supportIn(brand: Brand, language: string): PublicBrand['support'] {
  const { email, phone, hours, es } = brand.support;
  return { email, phone, hours, ...(language === 'es' && es) };
}
