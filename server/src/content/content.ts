import {
  homeWords,
  type HomeWords,
  type TextPage,
  type textPages,
  type viewFrame as viewFrameCall,
} from '@portside/contract/content';
import type { OutputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { brandText, brandWords, languageOfText } from '../brands/brand-files.ts';
import type { Visitor } from '../http/who.ts';
import { plainText, textPageOf } from './markdown.ts';
import { hasPromos } from '../promos/using.ts';

/** What a page's frame needs (A24, B10). An unknown page gets the home page's title. */
export async function viewFrame(
  app: App,
  who: Visitor,
  { page }: { page: string },
): Promise<OutputOf<typeof viewFrameCall>> {
  const { content } = app.adapters.of(who.tenant);
  const [metas, footer, notFound] = await Promise.all([
    content.pageMetas(who.brand.id, who.language),
    content.footer(who.brand.id),
    page === 'not-found' ? viewNotFound(who) : undefined,
  ]);
  const known = metas.data.map((one) => one.attributes.metaData);
  const meta = known.find((one) => one.page === page) ?? known.find((one) => one.page === 'home');
  return {
    meta: meta ?? { page, metaTitle: who.brand.product, metaDescription: '' },
    address: footer.data.attributes.address,
    social: footer.data.attributes.social.map((one) => ({
      link: one.link,
      logoUrl: one.logo.data?.attributes.url ?? null,
    })),
    ...(notFound && { notFound }),
  };
}

export async function viewText(
  app: App,
  { brand, language: asked, tenant }: Pick<Visitor, 'brand' | 'language' | 'tenant'>,
  { page }: { page: (typeof textPages)[number] },
): Promise<TextPage> {
  const { can } = app.adapters.of(tenant).carrier;
  const promos = await hasPromos(app, tenant);
  const [text, language] = await Promise.all([
    brandText(brand, page, asked, textPageOf, can, promos),
    languageOfText(brand, page, asked),
  ]);
  return language === asked ? text : { ...text, language };
}

export function viewHome(app: App, who: Visitor): Promise<HomeWords> {
  const { can } = app.adapters.of(who.tenant).carrier;
  return brandWords(who.brand, 'home', who.language, homeWords, can);
}

async function viewNotFound(who: Visitor) {
  const page = await brandText(who.brand, 'not-found', who.language, textPageOf).catch(() => null);
  const [first] = page?.blocks ?? [];
  if (!page || first?.kind !== 'paragraph') return undefined;
  return { title: page.title, text: plainText(first.runs) };
}
