import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkBrand } from './brand-check.ts';
import { checkSpanish } from './brand-spanish.ts';

const brands = resolve(import.meta.dirname, '../../../brands');

test.each(['harbor', 'mesa'])('the brand %s has everything that a shop needs', async (id) => {
  expect(await checkBrand(join(brands, id))).toEqual([]);
  expect(await checkSpanish(join(brands, id))).toEqual([]);
});

async function copyOfHarbor() {
  const folder = await mkdtemp(join(tmpdir(), 'portside-brand-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(brands, 'harbor'), folder, { recursive: true });
  return folder;
}

test('a brand folder that lacks something is told all of it, each by its file', async () => {
  const folder = await copyOfHarbor();
  const { plans } = JSON.parse(await readFile(join(folder, 'plans.json'), 'utf8')) as {
    plans: { label?: { speeds?: unknown } }[];
  };
  delete plans[0]?.label;
  delete plans[1]?.label?.speeds;
  await writeFile(join(folder, 'plans.json'), JSON.stringify(plans));
  await rm(join(folder, 'content/faq.md'));
  await writeFile(join(folder, 'content/about.md'), 'No title');
  await rm(join(folder, 'share.png'));
  await rm(join(folder, 'icons/any-192.png'));
  await cp(join(folder, 'icons/any-512.png'), join(folder, 'icons/touch-180.png'));
  await writeFile(join(folder, 'flags.svg'), '<svg><script></script></svg>');
  const problems = (await checkBrand(folder)).join('\n');
  for (const words of [
    'plans.json: plan ferry-5: label.speeds',
    'content/faq.md: ',
    'content/about.md: it has no title',
    'share.png: ',
    'icons/any-192.png: it is not there; node scripts/share-pictures.ts harbor draws it',
    'icons/touch-180.png: 512 × 512; home screens want 180 × 180',
    'flags.svg: no symbol flag-square',
    'flags.svg: scripts and styles',
  ]) {
    expect(problems).toContain(words);
  }
});

test('a label of the plan file says what is charged, or is told what to leave out', async () => {
  const folder = await copyOfHarbor();
  const path = join(folder, 'plans.json');
  const file = JSON.parse(await readFile(path, 'utf8')) as { plans: { label: object }[] };
  const [first, ...more] = file.plans;
  const label = {
    ...first?.label,
    introductory: { months: 3, priceAfter: 31.5 },
    contract: { months: 12 },
    monthlyFees: [{ name: 'Line fee', amount: 1.5 }],
    earlyTerminationFee: 35,
  };
  await writeFile(path, JSON.stringify({ ...file, plans: [{ ...first, label }, ...more] }));
  const problems = (await checkBrand(folder)).join('\n');
  for (const words of [
    'label.introductory: Each renewal charges the plan’s price',
    'label.contract: No line has a contract',
    'label.monthlyFees: Each renewal charges the brand’s fee',
    'label.earlyTerminationFee: Nothing is charged for leaving',
  ]) {
    expect(problems).toContain(`plans.json: plan skiff-2: ${words}`);
  }
});

test('a plan without a label is a fault while the brand has that duty, and none when it has not', async () => {
  const folder = await copyOfHarbor();
  const { plans } = JSON.parse(await readFile(join(folder, 'plans.json'), 'utf8')) as {
    plans: object[];
  };
  await writeFile(join(folder, 'plans.json'), JSON.stringify([{ ...plans[0], label: undefined }]));
  expect(await checkBrand(folder)).toEqual([
    'plans.json: plan skiff-2: label is missing (Broadband Facts)',
  ]);
  const settings = JSON.parse(await readFile(join(folder, 'brand.json'), 'utf8')) as object;
  const duties = { broadbandLabels: false };
  await writeFile(join(folder, 'brand.json'), JSON.stringify({ ...settings, duties }));
  expect(await checkBrand(folder)).toEqual([]);
});

test('a font of the brand has a fallback of its size, made for that very file', async () => {
  const folder = await copyOfHarbor();
  await writeFile(join(folder, 'fonts/figtree-latin-wght-normal.woff2'), 'another font');
  expect(await checkBrand(folder)).toEqual([
    expect.stringMatching(
      /^theme\.css: the fallback of 'Figtree' was not made for .*scripts\/brand-fonts\.ts/,
    ),
  ]);
  const theme = await readFile(join(folder, 'theme.css'), 'utf8');
  await writeFile(
    join(folder, 'theme.css'),
    theme.replace("'Bricolage Grotesque', 'Bricolage Grotesque Fallback'", "'Bricolage Grotesque'"),
  );
  expect((await checkBrand(folder)).join('\n')).toContain(
    "'Bricolage Grotesque' is not followed by 'Bricolage Grotesque Fallback'",
  );
});

test('a coverage map that the home page names must be in the folder', async () => {
  const folder = await copyOfHarbor();
  await rm(join(folder, 'coverage-map.svg'));
  expect(await checkBrand(folder)).toEqual([
    expect.stringMatching(/^content\/home\.json: .*coverage-map\.svg/),
    expect.stringMatching(/^content\/es\/home\.json: .*coverage-map\.svg/),
  ]);
});

test('settings that are not complete are named', async () => {
  const folder = await copyOfHarbor();
  await writeFile(join(folder, 'brand.json'), '{"id":"x"}');
  expect((await checkBrand(folder)).join()).toContain('client');
});

test('what a brand has in English only is told, and keeps no shop closed', async () => {
  const folder = await copyOfHarbor();
  const { plans } = JSON.parse(await readFile(join(folder, 'plans.json'), 'utf8')) as {
    plans: object[];
  };
  const [first, ...others] = plans;
  await writeFile(
    join(folder, 'plans.json'),
    JSON.stringify([{ ...first, es: undefined }, ...others]),
  );
  await rm(join(folder, 'content/es/home.json'));
  const about = join(folder, 'content/es/about.md');
  const text = await readFile(about, 'utf8');
  await writeFile(about, text.replace(' {#the-network}', ''));
  expect(await checkBrand(folder)).toEqual([]);
  expect(await checkSpanish(folder)).toEqual([
    'plans.json: plan skiff-2: es is missing or not complete',
    'content/es/home.json: it is not there',
    'content/es/about.md: no section with the address {#the-network}',
  ]);
  await writeFile(join(folder, 'content/es/home.json'), '{}');
  expect((await checkBrand(folder)).join()).toContain('content/es/home.json: ');
});
