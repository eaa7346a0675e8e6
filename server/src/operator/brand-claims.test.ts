import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { viewText } from '@portside/contract/content';
import { expect, onTestFinished, test } from 'vitest';
import { carrierCapabilities, withoutCapabilities } from '../adapters/carrier/carrier-can.ts';
import { loadBrand } from '../brands/brands.ts';
import { callerAt } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { checkBrand } from './brand-check.ts';
import { checkClaims, neverSo } from './brand-claims.ts';
import { makeBrand } from './brand-new.ts';
import { examine } from './doctor.ts';

const brands = resolve(import.meta.dirname, '../../../brands');

async function copyOf(id: string) {
  const folder = await mkdtemp(join(tmpdir(), 'portside-claims-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(brands, id), join(folder, id), { recursive: true });
  return { folder, brand: join(folder, id) };
}

/** This text alone, with one more sentence: that all of them are right is another test. */
async function harborWithOnly(file: string, sentence: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portside-claims-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'content/es'), { recursive: true });
  await cp(join(brands, 'harbor/brand.json'), join(folder, 'brand.json'));
  const text = await readFile(join(brands, 'harbor/content', file), 'utf8');
  await writeFile(join(folder, 'content', file), `${text}\n\n${sentence}\n`);
  return folder;
}

test.each(['harbor', 'mesa'])('%s says only what is so, with any carrier', async (id) => {
  expect(await checkClaims(await loadBrand(join(brands, id)))).toEqual([]);
});

/** Shown only where no autopay was chosen, and a bank's own decision. */
const soThere =
  /^You pay once\. Nothing renews|^Covers (?:30|\{days\}) days (?:from|of each line, from) the day|^Each line’s days begin|^Your bank has looked/;

test.each(['web', 'server'])(
  'the product’s own sentences (%s) promise nothing of it either',
  async (part) => {
    const file = resolve(import.meta.dirname, `../../../${part}/src/words/es.po`);
    const entries = (await readFile(file, 'utf8')).matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm);
    const wrong = [...entries].flatMap(([, english = '', spanish = '']) =>
      soThere.test(english)
        ? []
        : [english, spanish].flatMap((said) => neverSo(said).map((why) => `${said}: ${why}`)),
    );
    expect(wrong).toEqual([]);
  },
);

test('a new brand says only what is so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portside-claims-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const made = await makeBrand(folder, 'Blue River');
  expect(await checkClaims(await loadBrand(made))).toEqual([]);
});

test.each([
  ['faq.md', '## Can I change my plan?\n\nNot in your account yet.'],
  ['faq.md', 'Change your plan on the line’s page.'],
  ['faq.md', 'Your account has no transfer PIN for leaving yet.'],
  ['faq.md', 'Get your transfer PIN on the line’s page.'],
  ['faq.md', 'Lock your number on the line’s page.'],
  ['faq.md', 'Don’t delete it: ask us to move it first.'],
  ['faq.md', 'Move it first on the line’s page.'],
  ['faq.md', 'Keep the line’s 911 address up to date.'],
  ['faq.md', 'Contact us, as your account cannot do it yet.'],
  ['faq.md', 'You cannot pay for more days online yet.'],
  ['faq.md', 'It is paid in advance and does not renew by itself.'],
  ['faq.md', 'You can take your number along for 30 days after the end.'],
  ['faq.md', 'Within 14 days we return the plan’s price.'],
  ['faq.md', 'We do not raise a price for people who stay.'],
  ['faq.md', 'The price you see doesn’t go up later.'],
  ['faq.md', 'There are no other discounts.'],
  ['faq.md', 'Setting up a line costs $5.00.'],
  ['es/faq.md', '## ¿Puedo cambiar de plan? {#plan}\n\nTodavía no en su cuenta.'],
  ['es/faq.md', 'Cambie de plan en la página de la línea.'],
  ['es/faq.md', 'Su cuenta todavía no tiene un PIN de transferencia.'],
  ['es/faq.md', 'Pida su PIN de transferencia en la página de la línea.'],
  ['es/faq.md', 'Bloquee su número en la página de la línea.'],
  ['es/faq.md', 'Pídanos antes que la movamos.'],
  ['es/faq.md', 'Escríbanos, porque su cuenta todavía no puede hacerlo.'],
  ['es/faq.md', 'Usted ve cada cargo y nada se renueva automáticamente.'],
  ['es/faq.md', 'Puede llevarse su número hasta 30 días después del final.'],
  ['es/faq.md', 'Dentro de los 14 días devolvemos el precio del plan.'],
  ['es/faq.md', 'No subimos el precio a quienes se quedan.'],
  ['es/faq.md', 'No hay otros descuentos ni paquetes.'],
])('%s is not let through with: %s', async (file, sentence) => {
  const problems = await checkClaims(await loadBrand(await harborWithOnly(file, sentence)));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^content/${file}: “.+” says that `));
});

test('a claim that settings keep passes until they change', async () => {
  const { brand } = await copyOf('harbor');
  await appendFile(join(brand, 'content/faq.md'), '\n\nThere is no activation fee.\n');
  expect(await checkBrand(brand)).toEqual([]);
  const file = join(brand, 'brand.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as { fees: object };
  const fees = { ...settings.fees, activationCents: 500 };
  await writeFile(file, JSON.stringify({ ...settings, fees }));
  expect(await checkBrand(brand)).toEqual([
    'content/faq.md: “no activation fee” says that setting up a line is free. Write it between {else} and {end} of {if activationFee}',
  ]);
});

test('a condition that is not known, not closed or nested is a fault of its file', async () => {
  const { brand } = await copyOf('harbor');
  for (const wrong of [
    '{if nothing}a{end}',
    '{if portOut}a',
    'a{end}',
    '{if esim}{if esim}a{end}{end}',
  ]) {
    await writeFile(join(brand, 'content/about.md'), `# About\n\n## One\n\n${wrong}\n`);
    const loaded = await loadBrand(brand);
    // Another folder has another cache.
    const other = await mkdtemp(join(tmpdir(), 'portside-claims-'));
    onTestFinished(() => rm(other, { recursive: true }));
    await cp(loaded.folder, other, { recursive: true });
    const problems = await checkBrand(other);
    expect([wrong, problems]).toEqual([wrong, [expect.stringMatching(/^content\/about\.md: \{/)]]);
  }
});

const inLanguage = ({ anyone }: TestApp, language: string) =>
  callerAt(anyone.address, undefined, () => ({ 'accept-language': language }));

test('customers read what their carrier can: the same page, two carriers', async () => {
  const [able, unable] = await Promise.all([
    openTestApp(),
    openTestApp({
      overrides: {
        adapters: (opened) => ({
          ...opened,
          carrier: withoutCapabilities(
            opened.carrier,
            ...carrierCapabilities.filter((one) => one !== 'esim'),
          ),
        }),
      },
    }),
  ]);
  onTestFinished(async () => {
    await Promise.all([able.close(), unable.close()]);
  });
  for (const [language, changes, asks] of [
    ['en', 'Change your plan on the line’s page', 'before your 30 days are over'],
    ['es', 'Cambie de plan en la página de la línea', 'antes de que terminen sus 30 días'],
  ] as const) {
    const read = async (app: typeof able) =>
      JSON.stringify(await inLanguage(app, language).call(viewText, { page: 'faq' }));
    expect(await read(able)).toContain(changes);
    expect(await read(able)).not.toContain(asks);
    expect(await read(unable)).toContain(asks);
    expect(await read(unable)).not.toContain(changes);
    expect(await read(able)).not.toMatch(/\{(?:if|else|end)/);
  }
});

test('the doctor reads each brand’s texts against its own carrier', async () => {
  const { folder, brand } = await copyOf('harbor');
  await appendFile(join(brand, 'content/faq.md'), '\n\nThere are no discounts.\n');
  const app = await openTestApp({ config: { brandsFolder: folder } });
  onTestFinished(() => app.close());
  const found = (await examine(app.app)).find(({ about }) => about === 'texts of harbor');
  expect(found).toMatchObject({
    fine: false,
    text: expect.stringContaining('“no discounts” says that there are no discounts'),
  });
});
