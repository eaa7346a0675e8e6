import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { nodeFor } from '../server/src/testing/product-process.ts';
import { expect, test } from './journey.ts';
import { openMovingProduct } from './moving-product.ts';

const pages = [
  '/',
  '/shop',
  '/about',
  '/faq',
  '/contact-us',
  '/privacy-policy',
  '/terms-and-conditions',
  '/cart',
  '/checkout',
  '/login',
  '/register',
  '/forgot-password',
  '/no-such-page',
];
const everyPage = pages.flatMap((one) => [one, one === '/' ? '/es' : `/es${one}`]);

/** A page as the server sends it to somebody who asks for this host name. */
function pageAt(baseURL: string, host: string, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseURL);
    const headers = { host: `${host}:${port}`, accept: 'text/html' };
    get({ hostname, port, path: url, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

const harborOnly = /harbor|lighthouse|buoy|skiff|sloop|#0e2233|#1d5bb8|#fbf8f2/i;

test(
  'no page of one brand shows a word, picture or color of another',
  { tag: '@desktop' },
  async ({ baseURL }) => {
    for (const url of everyPage) {
      const page = await pageAt(baseURL ?? '', 'mesa.localhost', url);
      expect(page, url).toContain('/brands/mesa/logo.svg');
      expect(harborOnly.exec(page)?.[0], url).toBeUndefined();
    }
    const register = await pageAt(baseURL ?? '', 'mesa.localhost', '/register');
    for (const name of ['welcome', 'welcome-night']) {
      expect(register).toMatch(
        new RegExp(`<img [^>]*src="/brands/mesa/pictures/${name}\\.svg\\?v=`),
      );
    }
  },
);

test('a new brand opens a shop of its own', { tag: '@desktop' }, async ({ baseURL }) => {
  // A product of its own, on whatever machine.
  test.setTimeout(300_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'portside-third-'));
  const brands = path.join(folder, 'brands');
  const verb = [...nodeFor('portside.ts'), 'brand', 'new', 'Blue River'];
  await promisify(execFile)(process.execPath, verb, {
    env: { ...process.env, PORTSIDE_BRANDS: brands },
  });
  const product = await openMovingProduct(baseURL ?? '', 1, { PORTSIDE_BRANDS: brands });
  try {
    const { address } = product;
    expect(await pageAt(address, 'localhost', '/')).toContain('Blue River');
    expect(await pageAt(address, 'localhost', '/shop')).toContain('Medium 10 GB');
    for (const url of everyPage) {
      const page = await pageAt(address, 'blue-river.localhost', url);
      expect(page, url).toContain('/brands/blue-river/logo.svg');
      // The demo people's password is the sandbox's, whatever the brand.
      const own = page.replaceAll('Harbor1!', '');
      expect(/harbor|mesa|lighthouse|buoy|pebble|skiff/i.exec(own)?.[0], url).toBeUndefined();
    }
  } finally {
    await product.close();
    await rm(folder, { recursive: true, force: true });
  }
});
