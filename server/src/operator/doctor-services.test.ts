import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readAdapters } from '../settings/adapter-environment.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { serviceFindings } from './doctor-services.ts';
import { hideSecrets } from './doctor-secrets.ts';

/** Every service by settings alone; Mesa has another carrier. Each secret says what it is. */
const settingsAt = (url: string) => ({
  STRIPE_SECRET_KEY: 'sk_test_secretOfStripe',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_secretOfStripe',
  STRIPE_API_URL: url,
  GIGS_PROJECT: 'harbor',
  GIGS_API_KEY: 'key-secretOfGigs',
  GIGS_WEBHOOK_SECRET: 'whsec_c2VjcmV0T2ZHaWdzQW5kTW9yZU9mSXRz',
  GIGS_API_URL: url,
  WHOLESALE_URL__MESA: url,
  WHOLESALE_USER__MESA: 'mesa',
  WHOLESALE_TOKEN__MESA: 'token-secretOfWholesale',
  WHOLESALE_PIN__MESA: 'pin-secretOfWholesale',
  MAIL_URL: `smtp://me:secretOfMail@${new URL(url).host}`,
  MAIL_FROM: 'no-reply@harbor.example',
  STRAPI_URL: url,
  STRAPI_TOKEN: 'token-secretOfStrapi',
  AVALARA_URL: url,
  AVALARA_API_KEY: 'key-secretOfAvalara',
  AVALARA_CLIENT_ID: '7',
  CHATWOOT_URL: url,
  CHATWOOT_WEBSITE_TOKEN: 'website-token',
  CHATWOOT_HMAC_KEY: 'key-secretOfChatwoot',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'secretOfTwilio0123456789abcdef01',
  TWILIO_FROM: '+12125550100',
  TWILIO_API_URL: url,
  USPS_CLIENT_ID: 'usps-id',
  USPS_CLIENT_SECRET: 'secretOfUsps',
  USPS_API_URL: url,
});

const services = [
  'address: usps',
  'carrier of harbor: gigs',
  'carrier of mesa: wholesale',
  'chat: chatwoot',
  'content: strapi',
  'mail: smtp',
  'payment: stripe',
  'sms: twilio',
  'tax: avalara',
];

/** What each of them says of a refused login, so that one knows which setting to look at. */
const refused: Readonly<Record<string, RegExp>> = {
  address: /can't be used .*USPS_CLIENT_ID/,
  'carrier of harbor': /can't be used .*GIGS_API_KEY/,
  'carrier of mesa': /status 401 the login is refused/,
  chat: /can't be used .*CHATWOOT_URL/,
  content: /can't be used .*STRAPI_TOKEN/,
  payment: /can't be used .*STRIPE_SECRET_KEY/,
  sms: /can't be used .*TWILIO_AUTH_TOKEN/,
  tax: /can't be used .*AVALARA_API_KEY/,
};

let refusing: Server;
let silent: Server;
beforeAll(async () => {
  // An echo of the request, as careless services send it.
  refusing = createServer((asked, answer) => {
    answer.writeHead(401, { 'content-type': 'application/json' });
    answer.end(JSON.stringify({ error: { message: `no: ${asked.headers.authorization ?? ''}` } }));
  });
  silent = createServer(() => {});
  await Promise.all([refusing, silent].map((one) => listening(one)));
});
afterAll(() => {
  for (const one of [refusing, silent]) {
    one.closeAllConnections();
    one.close();
  }
});

const listening = (server: Server) =>
  new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let app: TestApp | undefined;
afterEach(() => app?.close());

/** What doctor says of every service outside, with all of them at that address. */
async function doctorAt(url: string, patienceMs = 10_000) {
  const problems: string[] = [];
  const adapters = readAdapters(settingsAt(url), ['harbor', 'mesa'], problems);
  expect(problems).toEqual([]);
  app = await openTestApp({ config: { adapters, seed: 'none', roles: new Set(['api']) } });
  const began = performance.now();
  // Browsers' push services have no account of ours.
  const all = await serviceFindings(app.app, patienceMs);
  const found = all.filter(({ about }) => about !== 'push');
  const shown = hideSecrets(app.app.config, JSON.stringify(found));
  expect(shown).not.toMatch(/secretOf/);
  expect(performance.now() - began).toBeLessThan(patienceMs + 5000);
  const nameOf = (text: string) => text.split(' ')[0];
  expect(found.map(({ about, text }) => `${about}: ${nameOf(text)}`).toSorted()).toEqual(services);
  return found;
}

test('[M11] every service that is down is named, with what to look at, and no secret is shown', async () => {
  for (const { about, fine, todo } of await doctorAt('http://127.0.0.1:9')) {
    expect(fine, about).toBe(false);
    expect(todo, about).toMatch(/\w/);
  }
});

test('[M11] every service that refuses our key is named, with what to do about it', async () => {
  for (const { about, fine, todo, text } of await doctorAt(addressOf(refusing), 3000)) {
    expect(fine, about).toBe(false);
    if (about === 'mail') expect(text).toContain('no answer');
    else expect(`${text} ${todo ?? ''}`, about).toMatch(refused[about] ?? /there is none/);
  }
});

test('[M11] a service that sends its calls on to another host gets none there that shows a key', async () => {
  const seen: string[] = [];
  const elsewhere = createServer((asked, answer) => {
    seen.push(`${asked.method} ${asked.url} ${asked.rawHeaders.join(' ')}`);
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await listening(elsewhere);
  const moved = createServer((asked, answer) => {
    // 307 keeps the method and the body.
    const status = asked.method === 'GET' ? 302 : 307;
    answer.writeHead(status, { location: addressOf(elsewhere) + (asked.url ?? '') }).end();
  });
  await listening(moved);
  try {
    for (const { about, fine } of await doctorAt(addressOf(moved), 3000)) {
      // Of a chat only the public script is loaded, as browsers load it.
      expect(fine, about).toBe(about === 'chat');
    }
    expect(seen.map((one) => /^GET \/(?:packs|widget)/.exec(one)?.[0])).toEqual([
      'GET /packs',
      'GET /widget',
    ]);
    expect(seen.join('\n')).not.toMatch(/authorization|secretOf/i);
  } finally {
    moved.close();
    elsewhere.close();
  }
});

test('[M11] services that are silent keep doctor no longer than its patience', async () => {
  for (const { about, fine, text } of await doctorAt(addressOf(silent), 500)) {
    expect(fine, about).toBe(false);
    expect(text, about).toContain('no answer within 0.5 seconds');
  }
});
