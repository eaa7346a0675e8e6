import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

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
  expect(config.database).toEqual({ kind: 'pglite', folder });
  expect(config.mail.kind).toBe('mailbox');
  expect(config.seed).toBe('demo');
  expect(config.origin).toBe('http://localhost:3000');
});

test('the master key of the embedded product is made once and kept', () => {
  const first = readConfig({ PORTSIDE_DATA: folder }).masterKeys;
  expect(readConfig({ PORTSIDE_DATA: folder }).masterKeys).toEqual(first);
});

test('half a configuration stops the start with the name of the missing setting', () => {
  expect(problems({ MAIL_URL: 'smtp://localhost' }).join()).toMatch(/MAIL_FROM is needed/);
  expect(problems({ MAIL_FROM: 'a@b.example' }).join()).toMatch(/MAIL_URL is needed/);
  expect(problems({ PORT: 'three' }).join()).toMatch(/PORT is a port number/);
  expect(problems({ PORTSIDE_ROLES: 'web,cook' }).join()).toMatch(/not cook/);
  expect(problems({ PORTSIDE_TRUST_PROXY: 'yes' }).join()).toMatch(/PORTSIDE_TRUST_PROXY is the/);
  expect(problems({ PORTSIDE_MASTER_KEYS: 'short' }).join()).toMatch(/32 bytes/);
});

test('nothing simulated or embedded starts in production', () => {
  const found = problems({ PORTSIDE_ENV: 'production' }).join('\n');
  for (const name of [
    'DATABASE_URL',
    'MAIL_URL',
    'PORTSIDE_ORIGIN',
    'PORTSIDE_MASTER_KEYS',
    'simulated',
  ]) {
    expect(found).toContain(name);
  }
});
