import { afterEach, expect, test } from 'vitest';
import { loadBrands } from '../../../brands/brands.ts';
import { harborFooter, harborMetas, openStrapi } from '../../../testing/strapi/server.ts';
import { testConfig } from '../../test-world.suite.ts';
import { strapiContent } from './content.ts';

/** What is sent, typed from Strapi's documentation: it takes a wrong name without a word. */
const brands = await loadBrands(testConfig.brandsFolder);
let server: Awaited<ReturnType<typeof openStrapi>>;
afterEach(() => server.close());

async function open(version: 4 | 5, token?: string) {
  server = await openStrapi({ version, ...(token && { token }) });
  server.state.footers = [harborFooter];
  server.state.metas = [...harborMetas];
  return strapiContent({ url: server.url, ...(token && { token }) }, { brands });
}

const headers = { accept: 'application/json', 'strapi-response-format': 'v4' };
const footer = (query: object) => ({ path: '/api/footer', query, headers });
const metas = (page: number, more: object = {}) => ({
  path: '/api/harbor-net-meta-datas',
  query: {
    populate: '*',
    sort: 'id',
    'pagination[page]': `${page}`,
    'pagination[pageSize]': '100',
    ...more,
  },
  headers,
});

test('[M04] the footer is asked for in the specification’s way, and in another where it is unknown', async () => {
  await (await open(4)).footer('harbor', 'en');
  expect(server.state.requests).toEqual([footer({ populate: 'deep' })]);
  await server.close();
  await (await open(5)).footer('harbor', 'en');
  expect(server.state.requests).toEqual([
    footer({ populate: 'deep' }),
    footer({ 'populate[social][populate]': 'logo' }),
  ]);
});

test('[M04] Spanish is asked for first, and the usual language where there is none', async () => {
  await (await open(4)).footer('harbor', 'es');
  expect(server.state.requests).toEqual([
    footer({ populate: 'deep', locale: 'es' }),
    footer({ populate: 'deep' }),
  ]);
});

test('[M04] the list is read in one order, a hundred at a time', async () => {
  const content = await open(5);
  server.state.metas = Array.from({ length: 101 }, (_, at) => ({
    page: `page-${at}`,
    metaTitle: `Title ${at}`,
    metaDescription: 'x',
  }));
  await content.pageMetas('harbor', 'es');
  expect(server.state.requests).toEqual([metas(1, { locale: 'es' }), metas(1), metas(2)]);
});

test.each([
  [5000, 'is read to its end'],
  [5001, 'is trouble, and not half of it'],
])('[M04] a list of %i entries %s', async (count) => {
  const content = await open(4);
  server.state.metas = Array.from({ length: count }, (_, at) => ({
    page: `page-${at}`,
    metaTitle: `Title ${at}`,
    metaDescription: 'x',
  }));
  const read = content.pageMetas('harbor', 'en');
  if (count > 5000) await expect(read).rejects.toThrow('content did not answer');
  else expect((await read).data).toHaveLength(count);
  expect(server.state.requests).toHaveLength(50);
});

test('[M04] an entry without a page or a title is left out, and spaces around words, too', async () => {
  const content = await open(4);
  server.state.metas = [
    { page: '', metaTitle: 'A', metaDescription: 'x' },
    { page: 'home', metaTitle: ' ', metaDescription: 'x' },
    { page: ' shop ', metaTitle: ' Shop ', metaDescription: ' x ' },
  ];
  const { data } = await content.pageMetas('harbor', 'en');
  expect(data).toEqual([
    { attributes: { metaData: { page: 'shop', metaTitle: 'Shop', metaDescription: 'x' } } },
  ]);
});

test('[M04] the token is sent as Strapi’s API tokens are', async () => {
  await (await open(4, 'token-1')).footer('harbor', 'en');
  expect(server.state.requests).toEqual([
    {
      ...footer({ populate: 'deep' }),
      headers: { ...headers, authorization: 'Bearer token-1' },
    },
  ]);
});

test('[M04] [M11] the check asks for what the pages need, of every brand', async () => {
  const content = await open(4);
  await content.check();
  const paths = server.state.requests.map(({ path }) => path);
  const lists = brands.all.map(({ id }) => `/api/${id}-net-meta-datas`);
  expect(paths.toSorted()).toEqual(['/api/footer', ...lists].toSorted());
});
