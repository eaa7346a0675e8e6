import { createCrmTicket } from '@portside/contract/sign-in';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { settingFindings } from './doctor-settings.ts';
import { runVerb } from './socket.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

/** What a production instance is started with, where somebody forgot to say that it is one. */
const forgotten = {
  DATABASE_URL: 'postgres://portside@db.internal/portside',
  MAIL_URL: 'smtp://mail.internal',
  MAIL_FROM: 'no-reply@harbor.example',
  PORTSIDE_ORIGIN: 'https://www.harbor.example',
  PORTSIDE_MASTER_KEYS: Buffer.alloc(32, 7).toString('base64'),
  PORTSIDE_ALLOW_SANDBOX: 'true',
};

async function openProduction(more: Record<string, string> = {}): Promise<TestApp> {
  const { production, seed, crmSecrets, metricsToken, origin, proxies } = readConfig({
    ...forgotten,
    ...more,
  });
  const config = { production, seed, crmSecrets, metricsToken, origin, proxies };
  app = await openTestApp({ config });
  return app;
}

const ticket = { email: 'maya@example.com', agent: 'Mallory', reason: 'none' };
const metrics = (at: TestApp, authorization: string) =>
  at.fetch('/metrics', { headers: { authorization } }).then((answer) => answer.status);

test('with PORTSIDE_ENV forgotten the published CRM secret opens nothing, nor does a token that is not set', async () => {
  const at = await openProduction();
  const crmSecret = 'harbor-demo-crm-secret';
  const { status } = await at.anyone.refusal(createCrmTicket, { ...ticket, crmSecret });
  expect(status).toBe(401);
  for (const guess of ['', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null']) {
    expect(await metrics(at, guess), guess).toBe(404);
  }
  const { text } = await runVerb(at.app, ['doctor']);
  expect(text).toMatch(/^ok {4}environment: production$/m);
  expect(text).toMatch(/CRM entry: closed, PORTSIDE_CRM_SECRET is not set/);
  for (const warning of [
    'API key is the published one',
    'plainTokens',
    'PORTSIDE_TRUST_PROXY',
    'proof of moves of harbor: weak, and meant for trials',
  ]) {
    expect(text).toMatch(new RegExp(`LOOK.*${warning}`));
  }
});

test('production opens its metrics to the one token, and puts no demo people in', async () => {
  const at = await openProduction({ PORTSIDE_METRICS_TOKEN: 'scraper-7-of-the-watch' });
  expect(await metrics(at, 'Bearer scraper-7-of-the-watch')).toBe(200);
  expect(await metrics(at, 'Bearer undefined')).toBe(404);
  expect((await runVerb(at.app, ['seed'])).text).toContain('Demo people are for trials');
  expect((await runVerb(at.app, ['customer', 'show', ticket.email])).fine).toBe(false);
});

test('[K15] a trial says so: the demo brand asks the password alone for a move, the metrics are open, and so is the CRM entry with the published secret', async () => {
  app = await openTestApp();
  expect(await metrics(app, 'Bearer undefined')).toBe(200);
  const { text } = await runVerb(app.app, ['doctor']);
  expect(text).toMatch(/a trial: whoever reaches it reads its mailbox/);
  expect(text).toMatch(/NOTE {2}proof of moves of harbor: weak/);
  expect(text).toContain('lines.moveProof in brand.json: "another"');
  expect(text).toMatch(/CRM entry: open; without PORTSIDE_CRM_SECRET with the published one/);
});

test('[M11] the provider’s test keys in production, and a setting that nobody reads, are named', async () => {
  const at = await openProduction();
  const keys = (mode: string, end = '') => ({
    [`STRIPE_SECRET_KEY${end}`]: `sk_${mode}_x`,
    [`STRIPE_PUBLISHABLE_KEY${end}`]: `pk_${mode}_x`,
    [`STRIPE_WEBHOOK_SECRET${end}`]: 'whsec_x',
  });
  const found = (env: Record<string, string>) => {
    const { adapters, misspelled } = readConfig({ ...forgotten, ...env });
    const config = { ...at.app.config, adapters, misspelled };
    const { brands, adapters: open } = at.app;
    return settingFindings({ config, brands, adapters: open }).filter(({ fine }) => !fine);
  };
  const about = (env: Record<string, string>) =>
    found(env).flatMap((one) => (one.about === 'payment keys' ? [one.text] : []));
  expect(about(keys('live'))).toEqual([]);
  expect(about({ ...keys('live'), ...keys('test', '__MESA') })).toEqual([
    'Stripe’s keys of mesa are test keys: orders go through, and nobody pays',
  ]);
  expect(found({ MAIL_FORM: 'a@b.example' }).map(({ text }) => text)).toContain(
    'MAIL_FORM is no setting, and nobody reads it',
  );
});
