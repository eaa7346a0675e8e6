import { expect, test } from 'vitest';
import { pageHead } from './page-head.ts';
import { brand, plan } from './testing/stage.tsx';

const frame = {
  meta: { page: 'shop', metaTitle: 'Plans & prices', metaDescription: 'From "$12"' },
  address: '',
  social: [{ link: 'https://www.instagram.com/harbor.example', logoUrl: null }],
};
const page = {
  brand,
  language: 'en' as const,
  site: 'https://harbor.example',
  status: 200,
  frame,
  nonce: 'n0nce',
};
const head = (pathname: string, loaded: unknown = {}) => pageHead({ ...page, pathname, loaded });

function structured(html: string): Record<string, unknown>[] {
  const json = /<script type="application\/ld\+json" nonce="n0nce">(.*?)<\/script>/s.exec(
    html,
  )?.[1];
  return (JSON.parse(json ?? '{}') as { '@graph': Record<string, unknown>[] })['@graph'];
}

test('[A24] a link to a page shows its title, description and the brand’s picture', () => {
  const html = head('/shop', { plans: [] });
  for (const tag of [
    '<link rel="canonical" href="https://harbor.example/shop">',
    '<meta property="og:title" content="Plans &amp; prices">',
    '<meta property="og:description" content="From &quot;$12&quot;">',
    '<meta property="og:image" content="https://harbor.example/brands/harbor/share.png">',
    '<meta name="twitter:card" content="summary_large_image">',
  ]) {
    expect(html).toContain(tag);
  }
  expect(head('/', {})).toContain('<link rel="canonical" href="https://harbor.example/">');
});

test('[A02] the shop tells programs who sells which plan at which price', () => {
  const [company, product] = structured(head('/shop', { plans: [plan] }));
  expect(company).toMatchObject({
    '@type': 'Organization',
    legalName: 'Harbor Mobile, Inc.',
    sameAs: ['https://www.instagram.com/harbor.example'],
  });
  expect(product).toMatchObject({
    '@type': 'Product',
    name: 'Sloop',
    offers: { '@type': 'Offer', price: '25.00', priceCurrency: 'USD' },
  });
});

test('[A06] the questions tell programs their answers, and cannot end their block', () => {
  const blocks = [
    { kind: 'paragraph', runs: [{ text: 'Any ' }, { text: 'day', strong: true }] },
    { kind: 'list', ordered: false, items: [[{ text: '</script>' }], [{ text: 'two' }]] },
  ];
  const html = head('/faq', { sections: [{ id: 'leave', title: 'Can I leave?', blocks }] });
  expect(structured(html)[1]).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: [{ name: 'Can I leave?', acceptedAnswer: { text: 'Any day </script> two' } }],
  });
});

test('a page of a visit, and one that failed, are not for search engines', () => {
  const closed = '<meta name="robots" content="noindex">';
  for (const path of ['/cart', '/dashboard/profile', '/reset-password']) {
    expect(head(path)).toBe(closed);
  }
  expect(pageHead({ ...page, pathname: '/shop', loaded: {}, status: 503 })).toBe(closed);
});
