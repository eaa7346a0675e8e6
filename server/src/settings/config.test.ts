import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig, settingNames } from './config.ts';
import { usualConnections } from './core-settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portside-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

const problems = (env: Record<string, string>) => {
  try {
    readConfig({ PORTSIDE_DATA: folder, ...env });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

test('an empty environment means everything embedded, with the demo people', () => {
  const config = readConfig({ PORTSIDE_DATA: folder });
  expect(config.database).toEqual({ kind: 'pglite', folder, floorMegabytes: 100 });
  expect(config.adapters.usual.mail.kind).toBe('mailbox');
  expect(config.seed).toBe('demo');
  expect(config.origin).toBe('http://localhost:3000');
});

test('the master key of the embedded product is made once and kept', () => {
  const first = readConfig({ PORTSIDE_DATA: folder }).masterKeys;
  expect(readConfig({ PORTSIDE_DATA: folder }).masterKeys).toEqual(first);
});

test('half a configuration stops the start with the name of the missing setting', () => {
  const direct = { DATABASE_DIRECT_URL: 'postgres://db/portside' };
  expect(problems(direct).join()).toMatch(/DATABASE_URL is needed: the way through the pooler/);
  const replica = { DATABASE_REPLICA_URL: 'postgres://db/portside' };
  expect(problems(replica).join()).toMatch(/DATABASE_URL is needed: the primary/);
  expect(problems({ DATABASE_DIRECT_URL: 'db' }).join()).toMatch(
    /DATABASE_DIRECT_URL is the address/,
  );
  expect(problems({ MAIL_URL: 'smtp://localhost' }).join()).toMatch(/MAIL_FROM is needed/);
  expect(problems({ MAIL_FROM: 'a@b.example' }).join()).toMatch(/MAIL_URL is needed/);
  expect(problems({ PORT: 'three' }).join()).toMatch(/PORT is a port number/);
  expect(problems({ PORTSIDE_ROLES: 'web,cook' }).join()).toMatch(/not cook/);
  expect(problems({ PORTSIDE_TRUST_PROXY: 'yes' }).join()).toMatch(/PORTSIDE_TRUST_PROXY is the/);
  expect(problems({ PORTSIDE_TRUST_FORWARDED_HOST: 'true' }).join()).toMatch(
    /PORTSIDE_TRUST_PROXY is needed/,
  );
  expect(problems({ PORTSIDE_MASTER_KEYS: 'short' }).join()).toMatch(/32 bytes/);
});

test('an address or a token that cannot be one stops the start, and is named', () => {
  for (const [name, values] of Object.entries({
    PORTSIDE_ORIGIN: [
      'https://',
      'https://a b',
      'https://shop.example/path',
      'https://SHOP.example',
      'https://me@shop.example',
      'javascript://shop.example',
      'shop.example',
    ],
    PORTSIDE_METRICS_TOKEN: ['undefined', 'null', 'short'],
    DATABASE_URL: ['mysql://db/portside', 'undefined'],
    MAIL_URL: ['nonsense', 'undefined', 'https://mail.internal'],
  })) {
    for (const value of values) {
      expect(problems({ ...whole, [name]: value }).join('\n'), value).toContain(name);
    }
  }
  const slashed = { ...whole, PORTSIDE_ORIGIN: 'https://shop.example:8443/' };
  expect(readConfig(slashed).origin).toBe('https://shop.example:8443');
});

/** Everything that production needs, and everything else that can be set. */
const whole: Record<string, string> = {
  PORTSIDE_ENV: 'production',
  DATABASE_URL: 'postgres://portside@db.internal/portside',
  MAIL_URL: 'smtp://mail.internal',
  MAIL_FROM: 'no-reply@harbor.example',
  PORTSIDE_ORIGIN: 'https://www.harbor.example',
  PORTSIDE_MASTER_KEYS: Buffer.alloc(32, 7).toString('base64'),
  PORTSIDE_ALLOW_SANDBOX: 'true',
  PORTSIDE_CRM_SECRET: 'a secret that only the CRM knows',
  PORTSIDE_METRICS_TOKEN: 'a token that only the scraper knows',
  PORTSIDE_TRUST_PROXY: '10.0.0.0/8',
  PORTSIDE_SEED: 'none',
  PORTSIDE_DEV: '0',
  PORTSIDE_ROLES: 'web,api,worker',
  PORTSIDE_LOG: 'warn',
  PORTSIDE_BRANDS: 'brands',
  PORTSIDE_DATA: '/nonexistent',
  PORT: '3000',
  HOST: '0.0.0.0',
};

/** What the start must name when one of these is left out. The others have a safe default. */
const needed: Record<string, RegExp> = {
  DATABASE_URL: /DATABASE_URL is needed/,
  MAIL_URL: /MAIL_URL is needed/,
  MAIL_FROM: /MAIL_FROM is needed/,
  PORTSIDE_ORIGIN: /PORTSIDE_ORIGIN is needed/,
  PORTSIDE_MASTER_KEYS: /PORTSIDE_MASTER_KEYS is needed/,
  PORTSIDE_ALLOW_SANDBOX: /PORTSIDE_ALLOW_SANDBOX/,
};

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));

/** Nothing that everybody knows opens anything. */
const expectShut = (env: Record<string, string>) => {
  const config = readConfig(env);
  expect(config).toMatchObject({ production: true, seed: 'none', dev: false });
  expect(Object.values(config.crmSecrets)).not.toContain('harbor-demo-crm-secret');
};

test('production starts with everything, and the walk below leaves out every setting there is', () => {
  expectShut(whole);
  const unknown = settingNames.filter((name) => !(name in whole));
  // A new setting is written into `whole`, and into `needed` if production needs it.
  for (const name of unknown) expectShut({ ...whole, [name]: '' });
});

for (const name of Object.keys(whole)) {
  test(`a production without ${name} names it, or starts with nothing open`, () => {
    for (const env of [without(name), { ...whole, [name]: '  ' }, without(name, 'PORTSIDE_ENV')]) {
      if (needed[name]) expect(problems(env).join('\n')).toMatch(needed[name]);
      else expectShut(env);
    }
  });
}

test('production is what is not a trial: one forgotten variable opens no account', () => {
  expectShut(without('PORTSIDE_ENV', 'PORTSIDE_CRM_SECRET'));
  expect(readConfig(without('PORTSIDE_ENV', 'PORTSIDE_CRM_SECRET')).crmSecrets).toEqual({});
  for (const half of [
    { DATABASE_URL: 'postgres://db/portside', PORTSIDE_ORIGIN: 'https://shop.example' },
    { MAIL_URL: 'smtp://mail', MAIL_FROM: 'a@b.example' },
  ]) {
    expect(problems(half).join('\n')).toMatch(/needed in production[^]*PORTSIDE_ENV=trial/);
  }
});

test('what belongs to a trial is refused in production, each by its name', () => {
  for (const [name, value, said] of [
    ['PORTSIDE_SEED', 'demo', /PORTSIDE_SEED=demo/],
    ['PORTSIDE_ORIGIN', 'http://www.harbor.example', /PORTSIDE_ORIGIN begins with https/],
    ['PORTSIDE_DEV', '1', /PORTSIDE_DEV/],
    ['PORTSIDE_CRM_SECRET', 'harbor-demo-crm-secret', /PORTSIDE_CRM_SECRET is the published one/],
    ['PORTSIDE_CRM_SECRET', 'mesa:harbor-demo-crm-secret', /PORTSIDE_CRM_SECRET is the published/],
    ['PORTSIDE_ENV', 'prod', /PORTSIDE_ENV is production or trial/],
  ] as const) {
    expect(problems({ ...whole, [name]: value }).join('\n'), name).toMatch(said);
  }
});

test('a trial on a PostgreSQL server keeps its emails to itself, and has no published secret', () => {
  const url = { PORTSIDE_DATA: folder, DATABASE_URL: 'postgres://db/portside' };
  const shut = { production: false, crmSecrets: {}, seed: 'none' };
  expect(readConfig(url)).toMatchObject(shut);
  expect(readConfig({ ...url, PORTSIDE_SEED: 'demo' })).toMatchObject({ ...shut, seed: 'demo' });
  const reached = { ...url, PORTSIDE_ENV: 'trial', PORTSIDE_ORIGIN: 'https://trial.example' };
  expect(readConfig(reached)).toMatchObject(shut);
  expect(readConfig({ PORTSIDE_DATA: folder })).toMatchObject({
    production: false,
    crmSecrets: { '': 'harbor-demo-crm-secret' },
  });
});

test('nothing simulated or embedded starts in production', () => {
  const found = problems({ PORTSIDE_ENV: 'production' }).join('\n');
  for (const name of [
    'DATABASE_URL',
    'MAIL_URL',
    'PORTSIDE_ORIGIN',
    'PORTSIDE_MASTER_KEYS',
    'simulated',
    'PORTSIDE_SEED=demo',
  ]) {
    expect(found).toContain(name);
  }
});

test('[M11] production names the brands that are simulated, and starts when none is', () => {
  const { PORTSIDE_ALLOW_SANDBOX: _, ...strict } = whole;
  const account = (end: string) => ({
    [`STRIPE_SECRET_KEY${end}`]: 'sk_live_1',
    [`STRIPE_PUBLISHABLE_KEY${end}`]: 'pk_live_1',
    [`STRIPE_WEBHOOK_SECRET${end}`]: 'whsec_1',
  });
  const said = (more: Record<string, string>) => problems({ ...strict, ...more }).join('\n');
  expect(said({})).toMatch(/^payment and carrier are simulated: not in production without/);
  expect(said(account('__HARBOR'))).toMatch(/^payment \(mesa\) and carrier are simulated/);
  expect(said(account(''))).toMatch(/^carrier is simulated/);
});

test('[M11] a key in a file is as good as one in the environment, and its file must be there', () => {
  const { PORTSIDE_MASTER_KEYS: key = '', ...rest } = whole;
  const file = join(folder, 'master-keys');
  writeFileSync(file, `${key}\n`);
  expect(readConfig({ ...rest, PORTSIDE_MASTER_KEYS_FILE: file }).masterKeys).toEqual([key]);
  expect(problems({ ...rest, PORTSIDE_MASTER_KEYS_FILE: `${file}.none` })).toEqual([
    `PORTSIDE_MASTER_KEYS_FILE: the file ${file}.none can't be read (ENOENT)`,
    expect.stringMatching(/^PORTSIDE_MASTER_KEYS is needed in production/),
  ]);
});

test('a database’s connections have limits without anybody setting them, and no setting takes them away', () => {
  const url = { PORTSIDE_ENV: 'trial', DATABASE_URL: 'postgres://localhost/portside' };
  expect(readConfig({ PORTSIDE_DATA: folder, ...url }).database).toMatchObject({
    limits: { lock: 5, statement: 30, idle: 30, connect: 5 },
    connections: usualConnections,
  });
  const own = { ...url, PORTSIDE_DB_LOCK_SECONDS: '2', PORTSIDE_DB_CONNECTIONS: '40' };
  expect(readConfig({ PORTSIDE_DATA: folder, ...own }).database).toMatchObject({
    limits: { lock: 2, statement: 30 },
    connections: 40,
  });
  for (const name of ['LOCK_SECONDS', 'STATEMENT_SECONDS', 'IDLE_SECONDS', 'CONNECT_SECONDS']) {
    for (const value of ['0', '-1', '1.5', 'never']) {
      const found = problems({ ...url, [`PORTSIDE_DB_${name}`]: value }).join();
      expect(found).toContain(`PORTSIDE_DB_${name} is a whole number`);
    }
  }
});

test('[M11] the page of settings names every one', () => {
  const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
  expect(settingNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
