import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadBrand } from '../brands/brands.ts';
import { openTestApp } from '../testing/test-app.ts';
import { checkBrand } from './brand-check.ts';
import { openSentences } from './brand-links.ts';
import { makeBrand } from './brand-new.ts';
import { runBrand } from './brand-verb.ts';

const brands = resolve(import.meta.dirname, '../../../brands');

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'portside-new-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function textsOf(folder: string) {
  const names = (await readdir(folder, { recursive: true })).filter((one) => /\.\w+$/.test(one));
  return Promise.all(names.map(async (one) => [one, await readFile(join(folder, one), 'latin1')]));
}

test('a new brand passes its check, has nothing of another brand, and opens a shop', async () => {
  const folder = await emptyFolder();
  const made = await makeBrand(folder, 'Río Azul');
  expect(made).toBe(join(folder, 'rio-azul'));
  expect(await checkBrand(made)).toEqual([]);
  for (const [name, text] of await textsOf(made)) {
    expect(text, name).not.toMatch(/harbor|mesa|lighthouse|buoy|skiff|pebble/i);
  }
  // Every mark that a carrier has to replace is told, and only in texts.
  expect((await openSentences(await loadBrand(made))).length).toBeGreaterThanOrEqual(5);

  const app = await openTestApp({ config: { brandsFolder: folder } });
  onTestFinished(() => app.close());
  const { client, lines } = await loadBrand(made);
  expect(JSON.parse(await readFile(join(made, 'brand.json'), 'utf8'))).toMatchObject({
    lines: { moveProof: 'another' },
  });
  expect(lines.moveProof).toBe('another');
  const headers = {
    'x-api-key': client.apiKey,
    'company-code': client.companyCode,
    mvnoId: String(client.mvnoId),
  };
  const answer = await app.fetch('/app/plans', { headers });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Medium 10 GB');
});

test('each new brand has a number and a key of its own, and none is written over', async () => {
  const folder = await emptyFolder();
  const [one, two] = [await makeBrand(folder, 'Blue River'), await makeBrand(folder, 'Red Rock')];
  const [blue, red] = [await loadBrand(one), await loadBrand(two)];
  expect(red.client.mvnoId).toBe(blue.client.mvnoId + 1);
  expect(red.client.apiKey).not.toBe(blue.client.apiKey);
  const before = await textsOf(one);
  await expect(makeBrand(folder, 'Blue River')).rejects.toThrow('is there already');
  expect(await textsOf(one)).toEqual(before);
  for (const name of ['', '7', '7 Seas', '<b>', '../evil"']) {
    await expect(runBrand(folder, ['new', name])).rejects.toThrow('brand new');
  }
  expect(await readdir(folder)).toEqual(['blue-river', 'red-rock']);
});

test('a new brand is not called finished before its last text is written', async () => {
  const folder = await emptyFolder();
  const made = await makeBrand(folder, 'Blue River');
  const [first, ...rest] = (await runBrand(folder, ['check', made])).split('\n');
  expect(first).toBe(`${made} has no faults. Still to be written:`);
  expect(rest.join('\n')).toMatch(/content\/faq\.md: \d+ places? to fill in/);

  for (const name of await readdir(join(made, 'content'))) {
    const text = await readFile(join(made, 'content', name), 'utf8');
    await writeFile(join(made, 'content', name), text.replaceAll(/\[fill in[^\]]*\]/g, 'Here'));
  }
  const after = await runBrand(folder, ['check', made]);
  expect(after).toContain('has no faults, and nothing is left to be written.');
  expect(after).not.toContain('to fill in');
});

test('the check names what would show only in the open shop, each by its file', async () => {
  const folder = join(await emptyFolder(), 'harbor');
  await cp(join(brands, 'harbor'), folder, { recursive: true });
  const change = async (file: string, from: string | RegExp, to: string) => {
    const text = await readFile(join(folder, file), 'utf8');
    expect(text).toMatch(from);
    await writeFile(join(folder, file), text.replace(from, to));
  };
  await change('theme.css', '--ink-soft: #4a5b69', '--ink-soft: #b0b8bf');
  await change('theme.css', '--good: #62cfba', '--good: #62cfbb');
  await change('brand.json', 'help@harbor.example', 'no-reply@harbor.example');
  await change('content/faq.md', '(/shop)', '(/shopping)');
  await change('content/faq.md', '(/contact-us)', '(/faq#nothing)');
  await change('content/footer.json', '/brands/harbor/', '/brands/mesa/');
  await change('logo.svg', '<svg', '<svg onload="alert(1)"');
  await cp(join(folder, 'mark.svg'), join(folder, 'pictures/welcom.svg'));
  await cp(join(folder, 'share.png'), join(folder, 'coverage.png'));
  await writeFile(join(folder, 'share.png'), 'no picture');
  await writeFile(join(folder, 'pictures/route.svg'), `<svg>${' '.repeat(120_000)}</svg>`);
  const problems = (await checkBrand(folder)).join('\n');
  for (const words of [
    /theme\.css: light: --ink-soft on --ground has a contrast of \d\.\d\d, and 4\.5 is the least/,
    'theme.css: --good differs between the two lists for the night',
    'brand.json: support.email: nobody reads no-reply@harbor.example',
    'content/faq.md: the link /shopping leads to no page',
    'content/faq.md: the link /faq#nothing leads to no section',
    /content\/footer\.json: the link \/brands\/mesa\/\S+ leads to another brand/,
    'logo.svg: scripts and addresses have no place in a picture',
    'pictures/welcom.svg: no page has a place for it',
    'share.png: 0 × 0; link previews want 1200 × 630',
    'pictures/route.svg: 121 kB, and 100 is the most',
  ]) {
    expect(problems).toMatch(words);
  }
});
