import type { Footer, PageMetas } from '@portside/contract/content';
import type { World } from '../../../app.ts';
import { askOutside } from '../../ask-outside.ts';
import { CheckFailed } from '../../health.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type { ContentService } from '../content.ts';
import { footerOf, metasOf } from './answers.ts';

export interface StrapiSettings {
  readonly url: string;
  readonly token?: string;
  readonly mediaUrl?: string;
  readonly patienceMs?: number;
}

const PATIENCE_MS = 5000;
const PAGE_SIZE = 100;
/** More entries than any site has pages: a list without an end must end. */
const MOST_PAGES = 50;

/** The specification's way, and one that every Strapi understands. */
const footerForms = [{ populate: 'deep' }, { 'populate[social][populate]': 'logo' }] as const;

/** Strapi 4 and 5 (docs/adapters/strapi.md). A visitor's query never gets here. */
export function strapiContent(
  settings: StrapiSettings,
  { brands }: Pick<World, 'brands'>,
): ContentService {
  const base = settings.url.replace(/\/*$/, '/');
  const mediaUrl = settings.mediaUrl ?? base;

  async function ask(path: string, query: Readonly<Record<string, string>>): Promise<Answer> {
    const url = new URL(`api/${path}`, base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    try {
      const answer = await askOutside(url, {
        headers: {
          accept: 'application/json',
          // Strapi 5 then answers as 4 does.
          'strapi-response-format': 'v4',
          ...(settings.token && { authorization: `Bearer ${settings.token}` }),
        },
        signal: AbortSignal.timeout(settings.patienceMs ?? PATIENCE_MS),
      });
      return { status: answer.status, body: await answer.json().catch(() => undefined) };
    } catch (error) {
      throw failure(`${url.origin} cannot be reached: look at STRAPI_URL`, error);
    }
  }

  /** Undefined: there is none. */
  async function askFooter(language: Readonly<Record<string, string>>) {
    for (const form of footerForms) {
      const answer = await ask('footer', { ...form, ...language });
      if (isNone(answer)) return undefined;
      // Strapi 5 does not know `deep`; 4 without its plugin fills nothing in.
      if (answer.status === 400 && form !== footerForms.at(-1)) continue;
      const found = understood(answer, (body) => footerOf(body, mediaUrl));
      if (found !== 'not filled in') return found;
    }
    throw failure('The footer comes without `social`: its component needs that name');
  }

  async function askMetas(brandId: string, language: Readonly<Record<string, string>>) {
    const all: PageMetas['data'] = [];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const answer = await ask(`${brandId}-net-meta-datas`, {
        populate: '*',
        sort: 'id',
        'pagination[page]': String(page),
        'pagination[pageSize]': String(PAGE_SIZE),
        ...language,
      });
      if (isNone(answer)) return [];
      const { metas, pageCount } = understood(answer, metasOf);
      all.push(...metas);
      if (page >= pageCount) return all;
    }
    throw failure(`There are more than ${MOST_PAGES * PAGE_SIZE} page metas`);
  }

  function known(brandId: string): string {
    if (!brands.byId(brandId)) throw new Error(`There is no brand ${brandId}`);
    return brandId;
  }

  return {
    name: 'strapi',
    address: base,
    async footer(brandId, language): Promise<Footer | null> {
      known(brandId);
      const translated = language === 'en' ? undefined : await askFooter({ locale: language });
      return translated ?? (await askFooter({})) ?? null;
    },
    async pageMetas(brandId, language): Promise<PageMetas> {
      const product = known(brandId);
      const translated = language === 'en' ? [] : await askMetas(product, { locale: language });
      const all = [...translated, ...(await askMetas(product, {}))];
      const pages = all.map((one) => one.attributes.metaData.page);
      return { data: all.filter((_one, at) => pages.indexOf(pages[at] ?? '') === at) };
    },
    sources: () => ({ 'img-src': [new URL(mediaUrl).origin] }),
    async check() {
      await askFooter({});
      await Promise.all(brands.all.map(({ id }) => askMetas(id, {})));
    },
  };
}

interface Answer {
  status: number;
  body: unknown;
}

/** An entry that is unpublished, or not there. Another server's 404 looks different. */
const isNone = ({ status, body }: Answer) =>
  status === 404 &&
  (body as { error?: { name?: unknown } } | undefined)?.error?.name === 'NotFoundError';

function understood<T>({ status, body }: Answer, read: (body: unknown) => T): T {
  if (status === 401) {
    throw new CheckFailed('content', 'Strapi does not know STRAPI_TOKEN. Make a new one there.');
  }
  if (status === 403) {
    throw new CheckFailed(
      'content',
      'Strapi refuses the reading: the role of STRAPI_TOKEN, or the public one, needs "find".',
    );
  }
  if (status !== 200) throw failure(`Strapi answered ${status}`);
  try {
    return read(body);
  } catch (error) {
    throw failure('Strapi answered in a shape that is not the specified one', error);
  }
}

const failure = (sentence: string, cause?: unknown) =>
  new OutsideFailure('content', 'not_done', new Error(sentence, { cause }));
