import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig, settingNames } from '../../server/src/settings/config.ts';
import { databaseParts } from './database-parts.ts';
import { fill } from './fill.ts';
import { makeLayout } from './layout.ts';
import { settingsOf } from './product-parts.ts';

const programs = {
  etcd: '/bin/etcd',
  patroni: '/bin/patroni',
  pgbouncer: '/bin/pgbouncer',
  haproxy: '/bin/haproxy',
  postgresBin: '/bin',
};
const layout = makeLayout(programs, 5100, undefined);
afterAll(() => rmSync(layout.folder, { recursive: true }));

test('[N02] every place of the cluster’s files is filled in, none by accident', () => {
  databaseParts(layout);
  const files = readdirSync(layout.folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:yml|ini|cfg|txt)$/.test(name))
    .toSorted();
  expect(files).toEqual([
    'haproxy/haproxy.cfg',
    'pgbouncer/pgbouncer.ini',
    'pgbouncer/users.txt',
    'postgres-one/patroni.yml',
    'postgres-two/patroni.yml',
  ]);
  for (const file of files) {
    expect(readFileSync(path.join(layout.folder, file), 'utf8')).not.toMatch(
      /\{\{\w+\}\}|undefined/,
    );
  }
  expect(() => fill('roles.sql', {})).toThrow('roles.sql wants {{portsidePassword}}');
});

test('[N02] the settings of its processes are settings of the product', () => {
  const settings = settingsOf(layout, 'web-one', true);
  expect(Object.keys(settings).filter((name) => !settingNames.includes(name))).toEqual([]);
  const config = readConfig(settings);
  expect([...config.roles]).toEqual(['web', 'api']);
  expect(config.database).toMatchObject({
    kind: 'postgres',
    url: expect.stringContaining(`:${layout.ports.pooler}/`),
    directUrl: expect.stringContaining(`:${layout.ports.primary}/`),
  });
  expect([...readConfig(settingsOf(layout, 'worker-two', true)).roles]).toEqual(['worker']);
});
