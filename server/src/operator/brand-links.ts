import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { indexedPages, textPages } from '@portside/contract/content';
import { everyCapability } from '../brands/brand-conditions.ts';
import { brandText } from '../brands/brand-files.ts';
import type { Brand } from '../brands/brands.ts';
import { textPageOf } from '../content/markdown.ts';

const pages = new Set<string>([...indexedPages, 'login', 'register', 'dashboard', 'cart']);

/** Links that lead nowhere, or to another brand's files. */
export async function checkLinks(brand: Brand): Promise<string[]> {
  const anchors = new Map<string, ReadonlySet<string>>();
  for (const page of textPages) {
    const text = await brandText(brand, page, 'en', textPageOf, everyCapability).catch(
      () => undefined,
    );
    if (text) anchors.set(page, new Set(text.sections.map(({ id }) => id)));
  }
  const found = await Promise.all(
    (await textFiles(brand)).map(async (file) => {
      const text = await readFile(join(brand.folder, file), 'utf8');
      const links = [
        ...text.matchAll(/\]\(([^)\s]+)\)/g),
        ...text.matchAll(/"(?:url|link|\w+Url)"\s*:\s*"([^"]+)"/g),
      ].map((one) => one[1] ?? '');
      const judged = links.map(async (link) => [link, await fault(brand, anchors, link)] as const);
      return (await Promise.all(judged)).flatMap(([link, wrong]) =>
        wrong ? [`${file}: the link ${link} ${wrong}`] : [],
      );
    }),
  );
  return found.flat();
}

async function fault(
  brand: Brand,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
  link: string,
): Promise<string | undefined> {
  if (/^(mailto|tel):/.test(link)) return undefined;
  if (!link.startsWith('/')) {
    return URL.canParse(link) && link.startsWith('https://') ? undefined : 'is no https address';
  }
  if (link.startsWith('/brands/')) {
    const own = `/brands/${brand.id}/`;
    if (!link.startsWith(own)) return 'leads to another brand';
    const there = await stat(join(brand.folder, link.slice(own.length))).catch(() => undefined);
    return there ? undefined : 'leads to a file that is not there';
  }
  const [page = '', anchor] = link.slice(1).split('#');
  if (!pages.has(page)) return 'leads to no page';
  return anchor && anchors.has(page) && !anchors.get(page)?.has(anchor)
    ? 'leads to no section of its page'
    : undefined;
}

/** `[fill in: …]`. */
export async function openSentences(brand: Brand): Promise<string[]> {
  const found = await Promise.all(
    (await textFiles(brand)).map(async (file) => {
      const text = await readFile(join(brand.folder, file), 'utf8');
      const count = text.match(/\[fill in: /g)?.length ?? 0;
      return count > 0 ? [`${file}: ${count} ${count === 1 ? 'place' : 'places'} to fill in`] : [];
    }),
  );
  return found.flat();
}

async function textFiles(brand: Brand): Promise<string[]> {
  const names = await readdir(join(brand.folder, 'content'), { recursive: true });
  const texts = names
    .filter((name) => /\.(md|json)$/.test(name))
    .map((name) => join('content', name));
  return [...texts, 'plans.json'];
}
