import { resolve } from 'node:path';
import { register } from '@portside/contract/sign-in';
import { expect, onTestFinished, test } from 'vitest';
import { loadBrand } from '../brands.ts';
import { demoPassword } from '../seed/people.ts';
import { callerAt } from '../testing/caller.ts';
import { mesa } from '../testing/chatting.ts';
import { openTestApp } from '../testing/test-app.ts';
import { letter } from './letter.ts';

const brands = resolve(import.meta.dirname, '../../../brands');
const words = {
  subject: 'Your line is on',
  lines: ['Hello {name}'],
  values: { name: '<b>Zoë</b>' },
  link: { label: 'See it', url: 'https://harbor.example/?a=1&b=2' },
};

test('a letter is drawn in its brand’s own colours and signed by its company', async () => {
  for (const [id, action, company] of [
    ['harbor', '#1d5bb8', 'Harbor Mobile, Inc.'],
    ['mesa', '#97371a', 'Mesa Wireless Cooperative'],
  ] as const) {
    const brand = await loadBrand(resolve(brands, id));
    const { html, text } = letter({ brand, language: 'en' }, words);
    expect(html).toContain(`background:${action}`);
    expect(html).toContain(company);
    expect(text).toContain(company);
  }
});

test('what somebody typed is text in a letter, never markup', async () => {
  const brand = await loadBrand(resolve(brands, 'harbor'));
  const { html, text } = letter({ brand, language: 'en' }, words);
  expect(html).toContain('Hello &lt;b&gt;Zoë&lt;/b&gt;');
  expect(html).toContain('href="https://harbor.example/?a=1&amp;b=2"');
  expect(text).toContain('Hello <b>Zoë</b>');
});

test('the links of a brand’s letters lead to its own site', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const passwords = { regPassword: demoPassword, confirmRegPassword: demoPassword };
  const person = { firstName: 'Mesa', lastName: 'Verde', ...passwords };
  await callerAt(app.address, undefined, () => mesa).call(register, {
    ...person,
    email: 'verde@mesa.example',
  });
  await app.anyone.call(register, { ...person, email: 'verde@harbor.example' });
  const linkTo = async (email: string) =>
    (await app.letters(email, 2)).flatMap(({ link }) => link ?? []).map((link) => new URL(link));
  const [there] = await linkTo('verde@mesa.example');
  expect([there?.hostname, there?.pathname]).toEqual(['mesa.localhost', '/dashboard']);
  const [here] = await linkTo('verde@harbor.example');
  expect(here?.origin).toBe(app.app.config.origin);
});
