import { expect, test } from 'vitest';
import {
  adapterKinds,
  type AdapterSettings,
  adapterTable,
  nothingOutside,
} from './adapter-settings.ts';
import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';
import { faultsInProduction } from './production.ts';
import type { Setting } from './setting-kinds.ts';

const whole = {
  PORTSIDE_ENV: 'production',
  DATABASE_URL: 'postgres://portside@db.internal/portside',
  MAIL_URL: 'smtp://mail.internal',
  MAIL_FROM: 'no-reply@harbor.example',
  PORTSIDE_ORIGIN: 'https://www.harbor.example',
  PORTSIDE_MASTER_KEYS: Buffer.alloc(32, 7).toString('base64'),
  PORTSIDE_ALLOW_SANDBOX: 'true',
};

const problems = (env: Record<string, string>) => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

test('[M11] in production no key leaves in the clear, except for a host of the own network', () => {
  const carrier = {
    GIGS_PROJECT: 'mesa',
    GIGS_API_KEY: 'a key',
    GIGS_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
  };
  const gigs = { ...whole, ...carrier };
  const why = 'begins with https:// in production: http is for hosts of your own network';
  for (const url of [
    'http://api.gigs.com',
    'http://api.gigs.com/v1',
    'http://8.8.8.8',
    'http://172.32.0.1',
    'http://169.254.169.254',
    'http://[2001:db8::1]',
    'http://[::ffff:8.8.8.8]',
    'http://localhost.example',
    'http://10.example',
  ]) {
    expect(problems({ ...gigs, GIGS_API_URL: url }), url).toEqual([`GIGS_API_URL ${why}`]);
    const trial = { ...gigs, PORTSIDE_ENV: 'trial', GIGS_API_URL: url };
    expect(problems(trial), url).toEqual([]);
  }
  for (const url of [
    'https://api.gigs.com',
    'http://localhost:9000',
    'http://gigs.localhost',
    'http://gigs-proxy:9000',
    'http://127.8.0.1',
    'http://10.1.2.3',
    'http://172.16.0.1:81',
    'http://192.168.1.1',
    'http://[::1]:9000',
    'http://[fd00::1]',
  ]) {
    expect(problems({ ...gigs, GIGS_API_URL: url }), url).toEqual([]);
  }
  const own = Object.fromEntries(
    Object.entries(carrier).map(([name, of]) => [`${name}__MESA`, of]),
  );
  expect(problems({ ...whole, ...own, GIGS_API_URL__MESA: 'http://api.gigs.com' })).toEqual([
    `GIGS_API_URL (mesa) ${why}`,
  ]);
  // Every address that a setting can be.
  const addresses = adapterKinds.flatMap((port) =>
    adapterTable[port].outside.flatMap(({ kind, settings }) =>
      Object.entries<Setting>(settings).flatMap(([field, { name }]) =>
        /_URL$/.test(name) && name !== 'MAIL_URL' ? [{ port, kind, field, name }] : [],
      ),
    ),
  );
  expect(addresses.length).toBeGreaterThan(8);
  for (const { port, kind, field, name } of addresses) {
    const one = { kind, [field]: 'http://outside.example' };
    const usual = { ...nothingOutside.usual, [port]: one } as AdapterSettings;
    const found = faultsInProduction(
      'production',
      { ...readConfig(whole), adapters: { usual, brands: {} } },
      { origin: 'https://a.example', masterKeys: 'k', allowSandbox: 'true' },
    );
    expect(found.join('\n'), name).toContain(`${name} ${why}`);
  }
});

test('[M07] a webhook secret of Gigs without a key in it stops the start, and is named', () => {
  const gigs = { ...whole, GIGS_PROJECT: 'mesa', GIGS_API_KEY: 'a key' };
  const key = Buffer.alloc(24, 7).toString('base64');
  for (const secret of [
    'whsec_',
    'whsec_=',
    'whsec_====',
    'whsec_c2hvcnQ=',
    key,
    `whsec_=${key}`,
  ]) {
    expect(problems({ ...gigs, GIGS_WEBHOOK_SECRET: secret }), secret).toEqual([
      'GIGS_WEBHOOK_SECRET is the signing secret of the webhook’s endpoint: whsec_…',
    ]);
  }
  expect(problems({ ...gigs, GIGS_WEBHOOK_SECRET: `whsec_${key}` })).toEqual([]);
});
