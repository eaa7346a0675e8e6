import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadBrands, type Brand } from '../../../brands/brands.ts';
import { testConfig } from '../../test-world.suite.ts';
import { builtInContent } from './content.ts';
import { contentSuite } from '../content.suite.ts';

const brands = await loadBrands(testConfig.brandsFolder);

contentSuite('the brand’s folder', async () => ({
  port: builtInContent({ brands }),
  brandId: 'harbor',
  close: async () => {},
}));

async function contentOf(pages: unknown) {
  const folder = await mkdtemp(join(tmpdir(), 'portside-content-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'content'));
  const file = join(folder, 'content/pages.json');
  await writeFile(file, JSON.stringify(pages));
  const brand: Brand = { ...brands.byTenant(6), folder };
  return { file, port: builtInContent({ brands: { ...brands, byId: () => brand } }) };
}

const page = (metaTitle: string) => ({
  data: [{ attributes: { metaData: { page: 'home', metaTitle, metaDescription: 'x' } } }],
});
const titleOf = (metas: ReturnType<typeof page>) => metas.data[0]?.attributes.metaData.metaTitle;

test('[A24] {product} and {host} are the brand’s names', async () => {
  const { port } = await contentOf(page('Why {host}? {product} and {other}'));
  expect(titleOf(await port.pageMetas('x'))).toBe('Why Harbor Mobile? Harbor and {other}');
});

test('a changed file is read again, an unchanged one is not', async () => {
  const { file, port } = await contentOf(page('First'));
  const first = await port.pageMetas('x');
  expect(await port.pageMetas('x')).toBe(first);
  await writeFile(file, JSON.stringify(page('Second')));
  await utimes(file, 2_000_000_000, 2_000_000_000);
  expect(titleOf(await port.pageMetas('x'))).toBe('Second');
});

test('a file that lacks something is refused', async () => {
  const { port } = await contentOf({ data: [{ attributes: {} }] });
  await expect(port.pageMetas('x')).rejects.toThrow('metaData');
});
