import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadBrand, loadBrands } from '../brands/brands.ts';
import { writeEmail, pageAddress } from './email.ts';

const brands = resolve(import.meta.dirname, '../../../brands');
const words = {
  subject: 'Your line is on',
  lines: ['Hello {name}'],
  values: { name: '<b>Zoë</b>' },
  link: { label: 'See it', url: 'https://harbor.example/?a=1&b=2' },
};

test('an email is drawn in its brand’s own colours and signed by its company', async () => {
  for (const [id, action, company] of [
    ['harbor', '#1d5bb8', 'Harbor Mobile, Inc.'],
    ['mesa', '#97371a', 'Mesa Wireless Cooperative'],
  ] as const) {
    const brand = await loadBrand(resolve(brands, id));
    const { html, text } = writeEmail({ brand, language: 'en' }, words);
    expect(html).toContain(`background:${action}`);
    expect(html).toContain(company);
    expect(text).toContain(company);
  }
});

test('an email has its brand’s logo, by day and at night, and its colors for both', async () => {
  for (const [brand, night] of [
    [await loadBrand(resolve(brands, 'harbor')), '#0b1a27'],
    [await loadBrand(resolve(brands, 'mesa')), '#1e1122'],
  ] as const) {
    const { html } = writeEmail({ brand, language: 'en' }, words);
    const logos = [...html.matchAll(/<img[^>]*src="([^"]*)"/g)].map(([, address]) => address);
    const of = `${brand.origin}/brands/${brand.id}/letter-logo`;
    expect(logos).toEqual([`${of}.png`, `${of}-night.png`]);
    expect(html).toContain(`background: ${night} !important`);
  }
});

test('a brand without them has its name as the head, and one look at any time', async () => {
  const brand = await loadBrand(resolve(brands, 'harbor'));
  const { night: _, ...letters } = brand.letters;
  const plain = { ...brand, letters, letterLogo: undefined };
  const { html } = writeEmail({ brand: plain, language: 'en' }, words);
  expect(html).not.toContain('<img');
  expect(html).toContain('>Harbor</span>');
  expect(html).toContain('content="light only"');
});

test('what somebody typed is text in an email, never markup', async () => {
  const brand = await loadBrand(resolve(brands, 'harbor'));
  const { html, text } = writeEmail({ brand, language: 'en' }, words);
  expect(html).toContain('Hello &lt;b&gt;Zoë&lt;/b&gt;');
  expect(html).toContain('href="https://harbor.example/?a=1&amp;b=2"');
  expect(text).toContain('Hello <b>Zoë</b>');
});

test('an address in an email is one of the brand that writes it', async () => {
  const addressIn = async (origin: string, id: 'harbor' | 'mesa', language = 'en') => {
    const brand = (await loadBrands(brands, origin)).byId(id);
    if (!brand) throw new Error(`There is no brand ${id}`);
    return pageAddress({ brand, language }, '/login');
  };
  for (const [address, origin, id, language] of [
    ['http://localhost:3000/login', 'http://localhost:3000', 'harbor'],
    ['http://mesa.localhost:3000/login', 'http://localhost:3000', 'mesa'],
    ['https://www.harbor.example/login', 'https://www.harbor.example', 'harbor'],
    ['https://mesa.example/login', 'https://www.harbor.example', 'mesa'],
    ['https://harbor.example/es/login', 'https://mesa.example', 'harbor', 'es'],
  ] as const) {
    expect(await addressIn(origin, id, language)).toBe(address);
  }
});
