import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { footer, indexedPages, pageMetas, viewFrame, viewText } from '@portside/contract/content';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { harbor } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import * as content from './content.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['web', 'api', 'worker']) } });
});
afterAll(() => app.close());

/** As a browser would: undici sets no Host header of ours, so the port is asked by name. */
const atMesa = (path: string) =>
  app.http.inject({ method: 'GET', url: path, headers: { host: 'mesa.localhost' } });

test('[I03] the product’s own content answers the footer at the content service’s address, for everybody', async () => {
  const answer = await app.fetch('/api/footer?populate=deep');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const body: unknown = await answer.json();
  expect(body).toMatchObject({
    data: {
      attributes: {
        address: expect.stringContaining('14 Pier Street'),
        social: expect.arrayContaining([
          {
            link: 'https://www.instagram.com/harbor.example',
            logo: { data: { attributes: { url: '/brands/harbor/social/instagram.svg' } } },
          },
        ]),
      },
    },
  });
  const { attributes } = footer.parse(body).data;
  const [first] = attributes.social;
  const logo = await app.fetch(first?.logo.data?.attributes.url ?? '');
  expect(logo.headers.get('content-type')).toContain('image/svg+xml');
  expect(body).toMatchObject({ meta: {} });
});

test('[I04][A24] the product’s own content answers the pages’ titles under the product’s name', async () => {
  const answer = await app.fetch('/api/harbor-net-meta-datas?populate=*');
  const body = (await answer.json()) as { meta: { pagination: { total: number } } };
  const { data } = pageMetas.parse(body);
  expect(body.meta.pagination.total).toBe(data.length);
  expect(body).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({
        attributes: {
          metaData: {
            page: 'shop',
            metaTitle: expect.stringContaining('Harbor'),
            metaDescription: expect.stringMatching(/\w/),
          },
        },
      }),
    ]),
  });
  const pages = data.map((one) => one.attributes.metaData.page);
  for (const page of indexedPages) expect(pages).toContain(page || 'home');
  expect((await app.fetch('/api/nobody-net-meta-datas')).status).toBe(404);
});

test('[I03][I04] another brand has its own content, at its own host name', async () => {
  const found = footer.parse((await atMesa('/api/footer')).json());
  expect(found.data.attributes.address).toContain('Albuquerque');
  const metas = pageMetas.parse((await atMesa('/api/mesa-net-meta-datas')).json());
  expect(metas.data[0]?.attributes.metaData.metaTitle).toMatch(/^Mesa Wireless/);
});

test('[A24] a page that is not there is worded by the brand', async () => {
  const { meta, notFound } = await app.anyone.call(viewFrame, { page: 'not-found' });
  expect(meta.metaTitle).toBe('Page not found | Harbor Mobile');
  expect(notFound?.title).toBe('This page is adrift');
  expect((await app.anyone.call(viewFrame, { page: 'shop' })).notFound).toBeUndefined();
});

test.each([
  ['about', /calm harbor/, 3],
  ['faq', /Questions/, 15],
  ['privacy-policy', /Privacy/, 10],
  ['terms-and-conditions', /Terms/, 15],
] as const)(
  '[A03][A06][A12][A13] the page %s has a title and sections, each with an address of its own',
  async (page, title, least) => {
    const text = await app.anyone.call(viewText, { page });
    expect(text.title).toMatch(title);
    expect(text.sections.length).toBeGreaterThanOrEqual(least);
    expect(new Set(text.sections.map((one) => one.id)).size).toBe(text.sections.length);
    expect(JSON.stringify(text)).not.toMatch(/\{(product|host|phone|email|regulatoryFee)\}/);
  },
);

test('[A12][A13] privacy and terms say that they are a sample, and what a US carrier must say', async () => {
  const [privacy, terms] = await Promise.all([
    app.anyone.call(viewText, { page: 'privacy-policy' }),
    app.anyone.call(viewText, { page: 'terms-and-conditions' }),
  ]);
  for (const page of [privacy, terms]) expect(JSON.stringify(page.blocks)).toContain('sample');
  expect(privacy.sections.map((one) => one.title)).toContain(
    'Customer proprietary network information',
  );
  const titles = terms.sections.map((one) => one.title).join(' ');
  for (const word of ['911', 'network is busy', 'survivors', 'Refunds', 'taxes', 'Disputes']) {
    expect(titles).toContain(word);
  }
});

test('the sitemap names every public page at the brand’s own address, and robots.txt the sitemap', async () => {
  const map = await (await app.fetch('/sitemap.xml')).text();
  expect(map.match(/<loc>/g)).toHaveLength(2 * indexedPages.length);
  expect(map).toContain('<loc>http://127.0.0.1/shop</loc>');
  expect(map).toContain('<loc>http://127.0.0.1/es/shop</loc>');
  expect(map).toContain('hreflang="es" href="http://127.0.0.1/es/shop"');
  const robots = await (await app.fetch('/robots.txt')).text();
  expect(robots).toContain('Disallow: /dashboard');
  expect(robots).toContain('Sitemap: http://127.0.0.1/sitemap.xml');
  expect((await atMesa('/sitemap.xml')).body).toContain('<loc>http://mesa.localhost/faq</loc>');
});

test('a host name that no brand has is not believed', async () => {
  const headers = { host: 'evil.example' };
  const { body } = await app.http.inject({ method: 'GET', url: '/sitemap.xml', headers });
  expect(body).not.toContain('evil');
});

test('a text that the brand has in English only says so on a Spanish page', async () => {
  const headers = { ...harbor, 'accept-language': 'es' };
  const open = async (page: string) =>
    (await app.fetch(`/app/content/texts/${page}`, { headers })).json() as Promise<object>;
  expect(await open('faq')).toMatchObject({ title: 'Preguntas y respuestas' });
  expect(await open('faq')).not.toHaveProperty('language');
  const brand = app.app.brands.byTenant(6);
  const english = { ...brand, folder: await withoutSpanish(brand.folder) };
  expect(
    await content.viewText(app.app, { brand: english, language: 'es', tenant: 6 }, { page: 'faq' }),
  ).toMatchObject({
    title: 'Questions and answers',
    language: 'en',
  });
});

async function withoutSpanish(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'portside-brand-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  await cp(folder, copy, { recursive: true, filter: (file) => !/[\\/]es$/.test(file) });
  return copy;
}

test('a name that ends with a period ends its sentence with that one', async () => {
  const said = JSON.stringify(await app.anyone.call(viewText, { page: 'terms-and-conditions' }));
  expect(said).toContain('you agree to these terms with Harbor Mobile, Inc. You must be 18');
});
