import { CallFailed, type Call } from '@portside/contract/call';
import type { PublicBrand } from '@portside/contract/brand';
import type { HomeWords, TextPage } from '@portside/contract/content';
import { beforeAll, expect, test, vi } from 'vitest';

const brand = {
  id: 'test',
  product: 'Anchor',
  host: 'Anchor Wireless',
  company: 'Anchor Inc.',
  client: { mvnoId: 6, companyCode: 'WEB-1', apiKey: 'a-demo-key' },
  copyrightYear: 2024,
  timeZone: 'America/New_York',
  countryCode: '+1',
  appUrl: 'https://anchor.example/app',
  support: { email: 'help@anchor.example', phone: '(212) 555-0100', hours: 'Daily' },
  chat: { kind: 'built-in', scriptUrl: null },
  labels: true,
  fees: { activationCents: 500, regulatoryCents: 149 },
  cardStartDays: 14,
  themeUrl: '/brands/test/theme.css',
  logoUrl: '/brands/test/logo.svg',
  markUrl: '/brands/test/mark.svg',
  pictures: {},
  payment: { kind: 'sandbox', scriptUrl: '', publishableKey: '' },
  can: [],
  trial: {},
} satisfies PublicBrand;

const plans = [
  {
    id: 'a',
    nickname: 'a',
    mdn: '',
    retailName: 'Tug 5 GB',
    retailDescription: 'Five gigabytes in the U.S.\n</script><b>Calls</b>',
    retailPrice: 18.5,
    popular: true,
    flag: 1,
  },
];

const told = { title: 'Told', text: 'Plainly' };
const home: HomeWords = {
  hero: { title: 'Calls & calm', text: 'A month at a time.' },
  plansTitle: 'Pick one',
  steps: { title: 'Steps', items: [told] },
  bringNumber: { ...told, needsTitle: 'Needs', needs: ['a PIN'], note: 'Minutes.' },
  esim: { title: 'eSIM', items: [told] },
  feesTitle: 'Fees',
  questions: { title: 'Asked', items: [told] },
};
const textPage: TextPage = {
  title: 'Asked and answered',
  blocks: [{ kind: 'paragraph', runs: [{ text: 'A sample.' }] }],
  sections: [
    {
      id: 'leave',
      title: 'Can I leave?',
      blocks: [
        {
          kind: 'paragraph',
          runs: [
            { text: 'Any </script> ' },
            { text: 'day', strong: true },
            { text: ', ' },
            { text: 'see the shop', to: '/shop' },
          ],
        },
      ],
    },
  ],
};

/** The content and the plans of a small shop. */
const call = (async (endpoint: { name: string }, input: { page?: string }) => {
  if (endpoint.name === 'listPlans') return { plans, addOns: [] };
  if (endpoint.name === 'listLabels') return { labels: [], files: false };
  if (endpoint.name === 'viewHome') return home;
  if (endpoint.name === 'viewText') return textPage;
  if (endpoint.name !== 'viewFrame') throw new Error(`unexpected call ${endpoint.name}`);
  const meta = { page: input.page, metaTitle: `Title of ${input.page}`, metaDescription: 'D & d' };
  const social = [
    { link: 'https://www.instagram.com/anchor', logoUrl: '/ig.svg' },
    { link: 'https://video.example/anchor', logoUrl: null },
  ];
  const notFound = { title: 'Lost at sea', text: 'Row back.' };
  const more = input.page === 'not-found' ? { notFound } : {};
  return { meta, address: '1 Pier\nNew York', social, ...more };
}) as unknown as Call;

let web: typeof import('./entry.server.tsx');
beforeAll(async () => {
  vi.stubGlobal('__PORTSIDE_ASSETS__', {
    entry: '/assets/site.js',
    css: ['/assets/site.css'],
    styles: '.page{color:red}</style><b>',
    preload: {
      'src/entry.client.tsx': ['/assets/site.js'],
      'src/home/home-page.tsx': ['/assets/home.js'],
      'src/words/es.ts': ['/assets/es.js'],
    },
  });
  web = await import('./entry.server.tsx');
});

const open = (path: string, calls = call, language: 'en' | 'es' = 'en') =>
  web.renderPage(new Request(`http://shop.example${path}`), { call: calls, brand, language });

test('the parts of the design system are not there for a shop that is no trial', async () => {
  const { trial: _trial, ...shop } = brand;
  const asked = new Request('http://shop.example/design');
  const { html, status } = await web.renderPage(asked, { call, brand: shop, language: 'en' });
  expect(status).toBe(404);
  expect(html).toContain('<title>Title of not-found</title>');
});

test.each([
  ['/', 'home'],
  ['/shop', 'shop'],
  ['/Shop', 'shop'],
  // Nobody's content, and there all the same.
  ['/design', 'home'],
  ['/about', 'about'],
  ['/login', 'login'],
  ['/dashboard/payment', 'dashboard'],
])('[A24] %s is sent with the title and description kept under %s', async (path, key) => {
  const { html, status } = await open(path);
  expect(status).toBe(200);
  expect(html).toContain(`<title>Title of ${key}</title>`);
  expect(html).toMatch(
    /<meta (name="description" content="D &amp; d"|content="D &amp; d" name="description")\/>/,
  );
});

test('[P08] each page names the manifest of its language, and the icon that the brand has', async () => {
  const paths = [
    '/',
    '/shop',
    '/faq',
    '/cart',
    '/login',
    '/dashboard',
    '/cart/checkout',
    '/nowhere',
  ];
  for (const path of paths) {
    expect((await open(path)).html).toContain('<link rel="manifest" href="/manifest.webmanifest">');
    const spanish = await open(path === '/' ? '/es' : `/es${path}`, call, 'es');
    expect(spanish.html).toContain('<link rel="manifest" href="/es/manifest.webmanifest">');
    expect(spanish.html).not.toContain('apple-touch-icon');
  }
  const asked = new Request('http://shop.example/shop');
  const touchIcon = '/brands/test/icons/touch-180.png?v=1';
  const { html } = await web.renderPage(asked, { call, brand, language: 'en', touchIcon });
  expect(html).toContain(`<link rel="apple-touch-icon" href="${touchIcon}">`);
});

test('[P08] the offline page is whole: styles inside, one script, the number to call', () => {
  const { html, nonceMark } = web.renderOffline({
    brand,
    language: 'es',
    theme: ':root{color:blue}',
    script: '/offline.js?v=1',
  });
  expect(html).toContain('<html data-brand="test"');
  expect(html).toContain('lang="es"');
  expect(html).toContain('No tiene conexión');
  expect(html).toContain(`<style nonce="${nonceMark}">.page{color:red}<\\/style>`);
  expect(html).toContain(':root{color:blue}</style></head>');
  expect(html).toContain('href="tel:2125550100"');
  expect(html.match(/<script/g)).toHaveLength(1);
  // Without a capability there is nothing to try.
  expect(html).not.toContain('eSIM');
});

test.each(['/nowhere', '/dashboard/nowhere', '/dashboard/payment/more', '/shop/plan'])(
  '[A18] %s is the not-found page, with status 404',
  async (path) => {
    const { html, status } = await open(path);
    expect(status).toBe(404);
    expect(html).toContain('Lost at sea');
    expect(html).toContain('Row back.');
    expect(html).toContain('href="/privacy-policy"');
  },
);

test('[A19] [A20] [B13] protected pages are sent as a spinner inside the shell', async () => {
  for (const path of ['/cart/checkout', '/dashboard', '/dashboard/setting']) {
    const { html } = await open(path);
    expect(html).toMatch(/<main[^>]*>.*role="status".*<\/main>/s);
    expect(html).toContain('aria-label="Loading"');
    expect(web.placeOf(path)).toEqual({ path, kind: 'personal' });
  }
});

test('[A02] [C01] the shop is in the HTML: names, description lines, prices, badge', async () => {
  const text = (await open('/shop')).html.replaceAll(/<[^>]+>/g, '');
  for (const words of ['Tug 5 GB', 'Five gigabytes', '$18.50/mo', 'Popular']) {
    expect(text).toContain(words);
  }
});

test('[B01] [B02] [B08] [B09] header and footer have the specification’s links', async () => {
  const { html } = await open('/');
  for (const [words, to] of [
    ['Anchor Plans', '/shop'],
    ['Contact Us', '/contact-us'],
    ['Why Anchor Wireless?', '/about'],
    ['Contact Centre', '/contact-us'],
    ['FAQs', '/faq'],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms &amp; Conditions', '/terms-and-conditions'],
  ]) {
    expect(html).toMatch(new RegExp(`href="${to}"[^>]*>${words?.replace('?', '\\?')}`));
  }
  const group = html.slice(html.indexOf('Support</'));
  expect(group).toContain('href="/about"');
});

test('[B08] [B09] [B11] [B12] the footer has the specification’s texts', async () => {
  const { html } = await open('/');
  for (const words of [
    'Anchor Support',
    'Anchor Preface',
    'Follow us:',
    'Scan the QR code to download the app',
    '© 2024, All rights reserved',
  ]) {
    expect(html).toContain(words);
  }
});

test('[B10] [M04] a social link that has no picture is read by its name', async () => {
  const { html } = await open('/about');
  const footer = html.slice(html.indexOf('<footer'));
  expect(footer).toMatch(/href="https:\/\/video\.example\/anchor"[^>]*><span[^>]*>Video<\/span>/);
  expect(footer).toMatch(/href="https:\/\/www\.instagram\.com\/anchor"[^>]*><img/);
});

test('[B10] address and social links come from the content service and open in a new tab', async () => {
  const { html } = await open('/');
  expect(html).toContain('1 Pier\nNew York');
  expect(html).toMatch(/<a [^>]*href="https:\/\/www\.instagram\.com\/anchor"[^>]*target="_blank"/);
});

test('a page carries its nonce marks, no style attribute, and nothing that could end its state', async () => {
  const { html, nonceMark } = await open('/shop');
  expect(nonceMark).toMatch(/^nonce-[\da-f-]{36}$/);
  const scripts = html.match(/<script(?![^>]*application\/)[^>]*>/g) ?? [];
  expect(scripts).toEqual([
    `<script nonce="${nonceMark}">`,
    `<script type="module" nonce="${nonceMark}">`,
  ]);
  expect(html).not.toMatch(/ style="|dangerously/);
  expect(html.match(/<style[^>]*>/g)).toEqual([`<style nonce="${nonceMark}">`]);
  expect(html).toContain('.page{color:red}<\\/style><b>');
  expect(html).toContain('import("/assets/site.js")');
  expect(html).not.toContain('</script><b>');
  const state = /<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html)?.[1];
  expect(JSON.parse(state ?? '')).toMatchObject({ brand: { product: 'Anchor' } });
});

test('a brand’s font files wait for the first frame; the fonts of the device do not', async () => {
  const file = "@font-face { font-family: Own; src: url('fonts/own.woff2'); } ";
  const device = "@font-face { font-family: 'Own Fallback'; src: local('Arial'); } ";
  const look = (theme: string) =>
    web.renderPage(new Request('http://shop.example/'), { call, brand, language: 'en', theme });
  const { html, nonceMark } = await look(`${file}${device}:root { --radius: 2px; }`);
  const nonce = `nonce="${nonceMark}"`;
  expect(html).toContain(`<style ${nonce}>${device}:root { --radius: 2px; }</style>`);
  expect(html).toContain(`<style ${nonce} id="brand-fonts">${file}</style><script ${nonce}>(`);
  expect((await look(device)).html).not.toContain('id="brand-fonts"');
});

test('[A03][A06][A12][A13] text pages are in the HTML: words, sections, links, nothing as markup', async () => {
  for (const path of ['/about', '/faq', '/privacy-policy', '/terms-and-conditions']) {
    const { html, status } = await open(path);
    expect(status).toBe(200);
    expect(html).toContain('Asked and answered');
    expect(html).toMatch(/id="leave"/);
    expect(html).toContain('<strong class="font-strong">day</strong>');
    expect(html).toMatch(/<a [^>]*href="\/shop"[^>]*>see the shop<\/a>/);
    expect(html).toContain('Any &lt;/script&gt;');
  }
});

test('[A01] the home page speaks the brand’s own words', async () => {
  const { html } = await open('/');
  for (const words of ['Calls &amp; calm', 'Pick one', 'A month at a time.', 'Fees']) {
    expect(html).toContain(words);
  }
});

test('[A24] a public page names its canonical address', async () => {
  const { html, nonceMark } = await open('/shop?utm=x');
  expect(html).toContain('<link rel="canonical" href="http://shop.example/shop">');
  expect(html).toContain(`<script type="application/ld+json" nonce="${nonceMark}">`);
  expect(html).toContain('"Five gigabytes in the U.S. \\u003c/script>');
});

test('a page names itself in the other language, and each of both says the same', async () => {
  const [english, spanish] = [await open('/shop'), await open('/es/shop', call, 'es')];
  for (const { html } of [english, spanish]) {
    for (const [language, path] of [
      ['en', '/shop'],
      ['es', '/es/shop'],
      ['x-default', '/shop'],
    ]) {
      const link = `hreflang="${language}" href="http://shop.example${path}"`;
      expect(html).toContain(`<link rel="alternate" ${link}>`);
    }
  }
  expect(spanish.html).toContain('<link rel="canonical" href="http://shop.example/es/shop">');
  expect(spanish.html).toContain('content="es_US"');
});

test('a Spanish page is Spanish in the HTML that is sent, and its links stay Spanish', async () => {
  const { html, status } = await open('/es/shop', call, 'es');
  expect(status).toBe(200);
  expect(html).toMatch(/<html[^>]* lang="es"/);
  expect(html).toContain('<title>Title of shop</title>');
  expect(html).toContain('Cada plan cubre 30 días.');
  expect(html).toContain('18.50');
  expect(html).toContain('/mes');
  const site = [...html.matchAll(/<a[^>]* href="(\/[^"]*)"/g)].map(([, path = '']) => path);
  const elsewhere = site.filter((path) => !/^\/es(\/|$)/.test(path));
  // The switch to English.
  expect(new Set(elsewhere)).toEqual(new Set(['/shop']));
  expect(html).toMatch(/ href="\/shop" hrefLang="en" lang="en">English</i);
  expect(html).toContain('/assets/es.js');
  expect((await open('/shop')).html).not.toContain('/assets/es.js');
});

test('[A18] an unknown path under /es is the not-found page, in Spanish', async () => {
  const { html, status } = await open('/es/nowhere', call, 'es');
  expect(status).toBe(404);
  expect(html).toContain('<title>Title of not-found</title>');
  expect(html).toContain('Ir a la página de inicio');
});

test.each(['/cart', '/login', '/dashboard', '/nowhere'])(
  '%s is not for search engines',
  async (path) => {
    const { html } = await open(path);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
  },
);

test('the brand’s illustrations come with the page', async () => {
  const flags = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="flag-square"/></svg>';
  const host = { call, brand, language: 'en', flags } as const;
  const { html } = await web.renderPage(new Request('http://shop.example/cart'), host);
  expect(html).toContain('<svg aria-hidden="true" class="hidden" xmlns');
  expect(html).toContain('<symbol id="flag-square"/>');
});

test('a page loads its own files together with the entry, not after it', async () => {
  expect((await open('/')).html).toContain('["/assets/site.js","/assets/home.js"]');
  expect((await open('/about')).html).not.toContain('/assets/home.js');
});

test('a content service that is down takes no page with it', async () => {
  const down: Call = async (endpoint, input) => {
    if (endpoint.name !== 'viewFrame') return call(endpoint, input);
    throw new CallFailed({ code: 'outside_down', message: 'Down', requestId: '' }, 503);
  };
  const { html, status, headers } = await open('/shop', down);
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(html).toContain('<title>Anchor</title>');
  expect(html).toContain('Tug 5 GB');
});

test('plans that cannot be read are an error page, with its status and without the cause', async () => {
  const down: Call = async (endpoint, input) => {
    if (endpoint.name === 'viewFrame') return call(endpoint, input);
    throw new Error('password of the database');
  };
  const { html, status, headers, failures } = await open('/shop', down);
  expect(status).toBe(500);
  expect(headers['cache-control']).toBe('no-store');
  expect(failures).toEqual([new Error('password of the database')]);
  expect(html).toContain('An unexpected error occurred');
  expect(html).not.toContain('password of the database');
});

test('two visitors at once get their own brands', async () => {
  const other = { ...brand, product: 'Mesa' };
  const [first, second] = await Promise.all([
    open('/'),
    web.renderPage(new Request('http://mesa.example/'), { call, brand: other, language: 'en' }),
  ]);
  expect(first.html).not.toContain('Mesa');
  expect(second.html).not.toContain('Anchor Preface');
});

test('every public page of the site map is served, and is the same for everybody', async () => {
  for (const path of web.publicPaths) {
    const { status } = await open(path);
    expect([path, status]).toEqual([path, 200]);
    expect(web.placeOf(path)).toEqual({ path, kind: 'kept' });
  }
});

test('an odd spelling is led to its page, and whatever is not there is one page', () => {
  for (const [odd, path] of [
    ['/PrIvAcY-policy', '/privacy-policy'],
    ['/shop/', '/shop'],
    ['//shop', '/shop'],
    ['/es/FAQ//', '/es/faq'],
    ['/es/', '/es'],
  ] as const) {
    expect(web.placeOf(odd)).toEqual({ path, kind: 'kept' });
  }
  for (const path of ['/nowhere', '/no/such/page', '//evil.example', '/assets/none.js', '/ES/shop'])
    expect(web.placeOf(path)).toEqual({ path: '/not-found', kind: 'missing' });
  expect(web.placeOf('/es/nowhere')).toEqual({ path: '/es/not-found', kind: 'missing' });
});

test('a kept page has nothing of its first visitor’s query: two with different ones get the same bytes', async () => {
  const asked = [
    '',
    '?next=%2Fcart&email=first%40example.com&gclid=1',
    '?token=secret&payment_intent=pi_2',
  ];
  for (const path of web.publicPaths) {
    for (const [language, address] of [
      ['en', path],
      ['es', path === '/' ? '/es' : `/es${path}`],
    ] as const) {
      expect(web.placeOf(address).kind, address).toBe('kept');
      const [none, first, second] = await Promise.all(
        asked.map((query) => open(address + query, call, language)),
      );
      expect(first?.html === none?.html, address).toBe(true);
      expect(second?.html === none?.html, address).toBe(true);
    }
  }
});

test('[P05] the page for leaving a shared account is sent whole: the way out first, no chat, and search finds it', async () => {
  for (const [path, language, leave] of [
    ['/own-account', 'en', 'Leave this page'],
    ['/es/own-account', 'es', 'Salir de esta página'],
  ] as const) {
    const { html, status } = await open(path, call, language);
    expect([status, html.includes('noindex')]).toEqual([200, false]);
    const out = html.indexOf(`>${leave}<`);
    // Right after the link that skips to the content.
    expect(html.slice(0, out).match(/<a /g)).toHaveLength(2);
    expect(out).toBeLessThan(html.indexOf('<header '));
    expect(html).toContain('href="https://www.weather.gov"');
    expect(html).toContain('1-800-799-7233');
    expect(html).not.toContain('data-chat-button');
    // It is stored nowhere, on the server neither.
    expect(web.placeOf(path).kind).toBe('personal');
  }
  const home = (await open('/')).html;
  expect(home).toContain('data-chat-button');
  expect(home).not.toContain('Leave this page');
  expect(home).toMatch(/href="\/own-account"[^>]*>Leave a shared account safely/);
});
