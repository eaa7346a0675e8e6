import { describe, expect, onTestFinished, test } from 'vitest';
import { loadBrands } from '../../../brands/brands.ts';
import {
  harborFooter,
  harborMetas,
  openStrapi,
  type StrapiOptions,
} from '../../../testing/strapi/server.ts';
import { openTestWorld, testConfig } from '../../test-world.suite.ts';
import { builtInContent } from '../built-in/content.ts';
import { contentSuite } from '../content.suite.ts';
import { keptContent } from '../kept-content.ts';
import { strapiContent, type StrapiSettings } from './content.ts';

const brands = await loadBrands(testConfig.brandsFolder);

async function strapi(options: StrapiOptions, settings: Partial<StrapiSettings> = {}) {
  const server = await openStrapi(options);
  server.state.footers = [harborFooter];
  server.state.metas = [...harborMetas];
  const service = strapiContent({ url: server.url, ...settings }, { brands });
  return { server, service };
}

async function open(options: StrapiOptions, settings: Partial<StrapiSettings> = {}) {
  const opened = await strapi(options, settings);
  onTestFinished(() => opened.server.close());
  return opened;
}

const kinds: readonly [string, StrapiOptions][] = [
  ['Strapi 4 with its plugin', { version: 4 }],
  ['Strapi 4 without its plugin', { version: 4, plugin: false }],
  ['Strapi 5', { version: 5 }],
  ['Strapi 5 in its own shape', { version: 5, headerLost: true }],
];

for (const [name, options] of kinds) {
  contentSuite(name, async () => {
    const [{ server, service }, world] = [await strapi(options), await openTestWorld()];
    const port = keptContent(world.world, service, builtInContent(world.world));
    await port.refresh?.('harbor');
    return {
      port,
      brandId: 'harbor',
      close: async () => {
        await server.close();
        await world.close();
      },
    };
  });
}

describe.each(kinds)('%s', (_name, options) => {
  test('[M04][I03][I04] answers the specification’s two calls in the specified shape', async () => {
    const { server, service } = await open(options);
    const logo = { attributes: { url: `${server.url}/uploads/social.svg` } };
    expect(await service.footer('harbor', 'en')).toEqual({
      data: {
        attributes: {
          address: '1 Example Way\nSpringfield, IL 62701',
          social: [
            { link: 'https://social.example/harbor', logo: { data: logo } },
            { link: 'https://video.example/harbor', logo: { data: null } },
          ],
        },
      },
    });
    const { data } = await service.pageMetas('harbor', 'en');
    expect(data.map((one) => one.attributes.metaData)).toEqual([
      { page: 'home', metaTitle: 'Harbor, as the editor says', metaDescription: 'Plans at sea' },
      { page: 'shop', metaTitle: 'The editor’s shop', metaDescription: '' },
    ]);
  });

  test('[M04] what is not published is not there, whatever else is', async () => {
    const { server, service } = await open(options);
    server.state.footers = [{ ...harborFooter, draft: true }];
    server.state.metas = harborMetas.map((one) => ({ ...one, draft: one.page === 'shop' }));
    expect(await service.footer('harbor', 'en')).toBeNull();
    const { data } = await service.pageMetas('harbor', 'en');
    expect(data.map((one) => one.attributes.metaData.page)).toEqual(['home']);
  });

  test('[M04] Spanish pages have what is published in Spanish, and the rest in the usual language', async () => {
    const { server, service } = await open(options);
    const spanish = { ...harborFooter, locale: 'es', address: 'Camino de Ejemplo 1' };
    expect((await service.footer('harbor', 'es'))?.data.attributes.address).toContain(
      'Example Way',
    );
    server.state.footers.push(spanish);
    server.state.metas.push({
      page: 'home',
      metaTitle: 'Harbor en español',
      metaDescription: 'x',
      locale: 'es',
    });
    expect((await service.footer('harbor', 'es'))?.data.attributes.address).toBe(spanish.address);
    const titles = async (language: string) =>
      (await service.pageMetas('harbor', language)).data.map(
        (one) => one.attributes.metaData.metaTitle,
      );
    expect(await titles('es')).toEqual(['Harbor en español', 'The editor’s shop']);
    expect(await titles('en')).toEqual(['Harbor, as the editor says', 'The editor’s shop']);
  });

  test('[M04] more entries than a page of the list holds are all read', async () => {
    const { server, service } = await open(options);
    server.state.metas = Array.from({ length: 230 }, (_, at) => ({
      page: `page-${at}`,
      metaTitle: `Title ${at}`,
      metaDescription: 'x',
    }));
    const { data } = await service.pageMetas('harbor', 'en');
    expect(data).toHaveLength(230);
    expect(server.state.asked).toHaveLength(3);
  });
});

test('[M04] a link or a picture that is not http is left out, and so is a picture from elsewhere', async () => {
  const { server, service } = await open({ version: 5 });
  server.state.footers = [
    {
      address: 'x',
      social: [
        { link: 'javascript:alert(1)', logo: '/uploads/a.svg' },
        { link: 'https://a.example/', logo: 'data:image/svg+xml,<svg/>' },
        { link: 'https://b.example/', logo: 'https://evil.example/b.svg' },
        { link: '/no-address', logo: null },
      ],
    },
  ];
  const found = await service.footer('harbor', 'en');
  expect(found?.data.attributes.social).toEqual([
    { link: 'https://a.example/', logo: { data: null } },
    { link: 'https://b.example/', logo: { data: null } },
  ]);
});

test('[M04] pictures come from the place that is set, and the page’s policy names it alone', async () => {
  const { service } = await open({ version: 5 }, { mediaUrl: 'https://media.example/files/' });
  const found = await service.footer('harbor', 'en');
  expect(found?.data.attributes.social[0]?.logo.data?.attributes.url).toBe(
    'https://media.example/uploads/social.svg',
  );
  expect(service.sources()).toEqual({ 'img-src': ['https://media.example'] });
  const usual = await open({ version: 4 });
  expect(usual.service.sources()).toEqual({ 'img-src': [usual.server.url] });
});

test('[M04] the token goes along, and a wrong one is told apart from a service that is away', async () => {
  const { service } = await open({ version: 5, token: 'abc' }, { token: 'abc' });
  await service.check();
  const half = await open({ version: 4 });
  for (const path of ['/api/footer', '/api/harbor-net-meta-datas']) {
    half.server.state.forbidden = path;
    await expect(half.service.check()).rejects.toMatchObject({
      advice: expect.stringContaining('needs "find"'),
    });
  }
  const wrong = await open({ version: 5, token: 'abc' }, { token: 'other' });
  await expect(wrong.service.check()).rejects.toMatchObject({
    service: 'content',
    advice: 'Strapi does not know STRAPI_TOKEN. Make a new one there.',
  });
  await wrong.server.close();
  await expect(wrong.service.check()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('look at STRAPI_URL') },
  });
});

test('[M04] a service that does not answer, or answers something else, is trouble and not "nothing"', async () => {
  const { server, service } = await open({ version: 5 }, { patienceMs: 50 });
  server.state.trouble = 'silent';
  await expect(service.footer('harbor', 'en')).rejects.toThrow('content did not answer');
  for (const status of [404, 429, 500]) {
    server.state.trouble = status;
    await expect(service.footer('harbor', 'en')).rejects.toThrow('content did not answer');
    await expect(service.pageMetas('harbor', 'en')).rejects.toThrow('content did not answer');
  }
});
