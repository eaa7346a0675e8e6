import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lineRooms } from '@portside/contract/line-rooms';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './journey.ts';

interface Meta {
  readonly page: string;
  readonly metaTitle: string;
  readonly metaDescription: string;
}

const file = path.join(import.meta.dirname, '../brands/harbor/content/pages.json');
const { data } = JSON.parse(readFileSync(file, 'utf8')) as {
  data: readonly { attributes: { metaData: Meta } }[];
};
/** Title and description as the content service has them, by page. */
const contents = new Map(data.map(({ attributes: { metaData } }) => [metaData.page, metaData]));

/** Every page of this version that needs no login, with the requirement of its path. */
const publicPages: Readonly<Record<string, string>> = {
  '/': 'A01',
  '/shop': 'A02',
  '/about': 'A03',
  '/cart': 'A04',
  '/contact-us': 'A05',
  '/faq': 'A06',
  '/forgot-password': 'A07',
  '/login': 'A08',
  '/login-with-password': 'A10',
  '/privacy-policy': 'A12',
  '/terms-and-conditions': 'A13',
  '/register': 'A14',
  '/stripe-response': 'A17',
};
/** Those that a link or a step before leads to. */
const morePublicPages = [
  '/login-without-password',
  '/otp-login',
  '/reset-password',
  '/crm-login',
  '/not-me',
  '/sim-replacement',
];
const keyOf = (address: string) => address.slice(1) || 'home';

/** As in a page, where a quote or an ampersand is written as an entity. */
function unescaped(html: string): string {
  const marks: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' };
  return html.replaceAll(/&([#\w]+);/g, (whole, name: string) => marks[name] ?? whole);
}

function headOf(html: string) {
  return {
    title: unescaped(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    description: unescaped(
      /<meta(?=[^>]*name="description")[^>]*content="([^"]*)"/.exec(html)?.[1] ?? '',
    ),
  };
}

const lineActs = [...Object.keys(lineRooms), 'renew', 'add-on', 'plan'];

const theirIds = Object.values(publicPages).map((id) => `[${id}]`);

test(`${theirIds.join(' ')} every public page is open to everybody, accessible, and wakes up without complaint`, async ({
  page,
}) => {
  for (const address of Object.keys(publicPages)) {
    await test.step(address, async () => {
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(200);
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The cookie banner is the browser's doing, so the page is awake by now.
      await expect(page.getByRole('region', { name: 'Cookies!' })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expectAccessible(page, address);
    });
  }
});

test('[A24] every page has its own title and description from the content service, in the HTML of the server', async ({
  request,
}) => {
  const pages = {
    ...Object.fromEntries(Object.keys(publicPages).map((address) => [address, keyOf(address)])),
    '/cart/checkout': 'checkout',
    '/dashboard': 'dashboard',
    '/dashboard/payment': 'dashboard',
    '/dashboard/lines/lin_1': 'dashboard',
    ...Object.fromEntries(lineActs.map((act) => [`/dashboard/lines/lin_1/${act}`, 'dashboard'])),
    '/dashboard/lines/lin_1/attic': 'not-found',
    '/no/such/page': 'not-found',
  };
  for (const [address, key] of Object.entries(pages)) {
    const { title, description } = headOf(await (await request.get(address)).text());
    const meta = contents.get(key);
    expect({ address, title, description }).toEqual({
      address,
      title: meta?.metaTitle,
      description: meta?.metaDescription,
    });
  }
});

test('[A24] the title follows a move from page to page', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(contents.get('home')?.metaTitle ?? '');
  await page.getByRole('main').getByRole('link', { name: 'See the plans' }).click();
  await expect(page).toHaveTitle(contents.get('shop')?.metaTitle ?? '');
});

test('a page of one person has a policy with a nonce of its own, and every script carries it', async ({
  request,
}) => {
  const seen = new Set<string>();
  for (const address of ['/cart/checkout', '/cart/checkout', '/dashboard']) {
    const answer = await request.get(address);
    const policy = answer.headers()['content-security-policy'] ?? '';
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(nonce, policy).toBeTruthy();
    expect(policy).not.toContain('unsafe');
    const scripts = scriptsOf(await answer.text());
    expect(scripts.length).toBeGreaterThan(0);
    for (const { tag } of scripts) expect(tag).toContain(`nonce="${nonce}"`);
    seen.add(nonce as string);
  }
  expect(seen.size).toBe(3);
});

for (const [host, name] of [
  ['localhost', 'Harbor Mobile'],
  ['mesa.localhost', 'Mesa Wireless'],
] as const) {
  for (const language of ['', '/es']) {
    const isUsual = name === 'Harbor Mobile' && language === '';
    test(
      `every public page of ${host}${language} is the same bytes for everybody, and its policy names each script by its hash`,
      { tag: isUsual ? [] : '@later' },
      async ({ playwright, baseURL }) => {
        const site = `http://127.0.0.1:${new URL(baseURL ?? '').port}`;
        const visitor = (headers: Record<string, string>) =>
          playwright.request.newContext({ baseURL: site, extraHTTPHeaders: { host, ...headers } });
        const one = await visitor({ 'accept-language': 'en-US', 'user-agent': 'One' });
        const other = await visitor({
          'accept-language': 'es',
          'user-agent': 'Other',
          referer: 'https://search.example/',
          cookie: 'XSRF-TOKEN=abc; a=b',
          authorization: 'Bearer x',
          'x-forwarded-for': '192.0.2.9',
        });
        for (const path of [...Object.keys(publicPages), ...morePublicPages]) {
          const address = language + (path === '/' && language ? '' : path);
          const first = await one.get(`${address}?next=%2Fcart`);
          expect(first.status(), address).toBe(200);
          const { 'content-security-policy': policy = '', ...headers } = first.headers();
          const html = await first.text();
          const scripts = scriptsOf(html);
          expect(scripts.length).toBeGreaterThan(0);
          for (const { text } of scripts) {
            const hash = createHash('sha256').update(text).digest('base64');
            expect(policy).toContain(`'sha256-${hash}'`);
          }
          expect(html).toContain(name);
          expect(html + policy).not.toMatch(/nonce|unsafe|XSRF|Bearer/);
          expect(headers).not.toHaveProperty('set-cookie');
          expect([headers.vary, headers['cache-control']]).toEqual([
            'accept-encoding',
            'public, max-age=0, s-maxage=30, stale-while-revalidate=600',
          ]);
          const again = await other.get(`${address}?gclid=1`);
          expect(again.headers()['content-security-policy']).toBe(policy);
          expect((await again.body()).equals(await first.body()), address).toBe(true);
        }
        await Promise.all([one.dispose(), other.dispose()]);
      },
    );
  }
}

test('no cookie comes before the first call that changes something, and then only the one it needs', async ({
  page,
  context,
}) => {
  const names = async () => (await context.cookies()).map(({ name }) => name);
  await page.goto('/shop');
  await page.goto('/forgot-password');
  expect(await names()).toEqual([]);
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.keyboard.press('Enter');
  const sent = await (await asked).allHeaders();
  const [cookie] = await context.cookies();
  expect(await names()).toEqual(['XSRF-TOKEN']);
  expect(sent['x-xsrf-token']).toBe(cookie?.value);
  expect(cookie?.sameSite).toBe('Strict');
});

test('a page that a browser has is not sent again, and wakes up all the same', async ({ page }) => {
  const sizes: number[] = [];
  for (const _visit of [1, 2]) {
    const answer = await page.goto('/faq');
    await expect(page.getByRole('region', { name: 'Cookies!' })).toBeVisible();
    sizes.push((await answer?.request().sizes())?.responseBodySize ?? 0);
  }
  expect(sizes[0]).toBeGreaterThan(5000);
  expect(sizes[1]).toBe(0);
});

/** What runs in a page: its tags and their text. A block of values is not a script. */
function scriptsOf(html: string): { tag: string; text: string }[] {
  return [...html.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g)]
    .map(([, tag = '', text = '']) => ({ tag, text }))
    .filter(({ tag }) => !tag.includes('type="application/json"'));
}

test('a script that somebody smuggles into a page is stopped by its policy', async ({
  page,
  complaints,
}) => {
  await page.route('/shop', async (route) => {
    const response = await route.fetch();
    const smuggled = '<script>globalThis.smuggled = true</script></head>';
    const body = (await response.text()).replace('</head>', smuggled);
    await route.fulfill({ response, body });
  });
  await page.goto('/shop');
  await expect(page.getByRole('region', { name: 'Cookies!' })).toBeVisible();
  expect(await page.evaluate(() => 'smuggled' in globalThis)).toBe(false);
  expect(complaints).toEqual([expect.stringContaining('Content Security Policy')]);
  complaints.length = 0;
});
