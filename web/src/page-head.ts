import type { PublicBrand } from '@portside/contract/brand';
import { indexedPages, type TextPage, type viewFrame } from '@portside/contract/content';
import type { OutputOf } from '@portside/contract/endpoint';
import { barePath, type Language, languages, pathIn } from '@portside/contract/language';
import type { Plan } from '@portside/contract/plans';
import { textOf } from './text-of.ts';

interface HeadOf {
  readonly brand: PublicBrand;
  readonly language: Language;
  /** Without a slash at the end. */
  readonly site: string;
  readonly pathname: string;
  readonly status: number;
  readonly frame: OutputOf<typeof viewFrame> | undefined;
  readonly loaded: unknown;
  readonly nonce: string;
}

/** Canonical address, languages, Open Graph and structured data. React does not know these tags. */
export function pageHead(page: HeadOf): string {
  const { brand, language, site, frame, status } = page;
  const path = barePath(page.pathname)
    .toLowerCase()
    .replaceAll(/^\/|\/$/g, '');
  const indexed = status === 200 && indexedPages.some((one) => one === path);
  if (!indexed) return '<meta name="robots" content="noindex">';
  const addressIn = (one: string) => site + pathIn(one, `/${path}`);
  const url = addressIn(language);
  const title = frame?.meta.metaTitle || brand.product;
  const description = frame?.meta.metaDescription ?? '';
  const picture = `${site}/brands/${brand.id}/share.png`;
  const open = {
    'og:type': 'website',
    'og:site_name': brand.host,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:locale': `${language}_US`,
    'og:image': picture,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': brand.host,
  };
  return [
    `<link rel="canonical" href="${escape(url)}">`,
    ...[...languages, 'x-default'].map(
      (one) => `<link rel="alternate" hreflang="${one}" href="${escape(addressIn(one))}">`,
    ),
    ...Object.entries(open).map(
      ([name, content]) => `<meta property="${name}" content="${escape(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
    structured([organization(page), ...subject(path, page)], page.nonce),
  ].join('');
}

function structured(things: readonly object[], nonce: string): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things });
  const safe = json.replaceAll('<', String.raw`\u003c`);
  return `<script type="application/ld+json" nonce="${nonce}">${safe}</script>`;
}

function organization({ brand, site, frame }: HeadOf) {
  return {
    '@type': 'Organization',
    '@id': `${site}/#organization`,
    name: brand.host,
    legalName: brand.company,
    url: `${site}/`,
    logo: site + brand.logoUrl,
    sameAs: frame?.social.map((one) => one.link) ?? [],
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      telephone: brand.support.phone,
      email: brand.support.email,
    },
  };
}

function subject(path: string, page: HeadOf): object[] {
  if (path === 'shop') {
    const { plans } = page.loaded as { plans?: readonly Plan[] };
    return (plans ?? []).map((plan) => product(plan, page));
  }
  if (path === 'faq') return [questions(page.loaded as TextPage)];
  return [];
}

function product(plan: Plan, { brand, language, site }: HeadOf) {
  return {
    '@type': 'Product',
    name: plan.retailName,
    description: plan.retailDescription.replaceAll(/\.?\n/g, '. '),
    sku: plan.id,
    image: `${site}/brands/${brand.id}/share.png`,
    brand: { '@type': 'Brand', name: brand.host },
    offers: {
      '@type': 'Offer',
      url: `${site}${pathIn(language, '/shop')}#${plan.id}`,
      price: plan.retailPrice.toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      seller: { '@id': `${site}/#organization` },
    },
  };
}

function questions(page: TextPage) {
  return {
    '@type': 'FAQPage',
    mainEntity: page.sections.map((section) => ({
      '@type': 'Question',
      name: section.title,
      acceptedAnswer: { '@type': 'Answer', text: textOf(section.blocks) },
    })),
  };
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
