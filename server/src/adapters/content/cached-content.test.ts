import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loadBrands } from '../../brands/brands.ts';
import { testConfig } from '../test-world.suite.ts';
import { builtInContent } from './built-in/content.ts';
import type { ContentPort } from './content.ts';
import { contentSuite } from './content.suite.ts';
import { cachedContent } from './cached-content.ts';

const brands = await loadBrands(testConfig.brandsFolder);
const world = { brands, log: pino({ level: 'silent' }) };
const folder = builtInContent(world);

/** The brand's folder as if it were outside: it can go down. */
function outside() {
  const state = { down: false };
  const through = <T>(ask: (brandId: string) => Promise<T>) => {
    return async (brandId: string) => {
      if (state.down) throw new Error('The content service is down');
      return ask(brandId);
    };
  };
  const port: ContentPort = {
    name: 'outside',
    footer: through((id) => folder.footer(id)),
    pageMetas: through((id) => folder.pageMetas(id)),
  };
  return { state, port };
}

contentSuite('a service that is kept', async () => ({
  port: cachedContent(world, outside().port, folder),
  brandId: 'harbor',
  close: async () => {},
}));

test('while the content service is down its last good answer is given', async () => {
  const { state, port } = outside();
  const cached = cachedContent(world, port);
  const [footer, metas] = [await cached.footer('harbor'), await cached.pageMetas('harbor')];
  state.down = true;
  expect(await cached.footer('harbor')).toEqual(footer);
  expect(await cached.pageMetas('harbor')).toEqual(metas);
});

test('a content service that never answered is replaced by the brand’s own words', async () => {
  const { state, port } = outside();
  state.down = true;
  const withFolder = cachedContent(world, port, folder);
  expect(await withFolder.footer('harbor')).toEqual(await folder.footer('harbor'));
  expect(await withFolder.pageMetas('harbor')).toEqual(await folder.pageMetas('harbor'));
});

test('[A24][B10] without any content a page still has the product’s name and the company', async () => {
  const { state, port } = outside();
  state.down = true;
  const bare = cachedContent(world, port);
  expect((await bare.footer('harbor')).data.attributes).toEqual({
    address: 'Harbor Mobile, Inc.',
    social: [],
  });
  const [home] = (await bare.pageMetas('harbor')).data;
  expect(home?.attributes.metaData).toMatchObject({ page: 'home', metaTitle: 'Harbor' });
});
