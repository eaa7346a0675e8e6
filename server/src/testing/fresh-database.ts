import { randomBytes } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { usualLimits } from '../settings/core-settings.ts';
import type { DatabaseSettings } from '../db/database.ts';

/** A database of a test's own, gone after `drop`. */
export interface TestDatabase {
  settings: DatabaseSettings;
  drop(): Promise<void>;
}

/**
 * An empty database: PGlite in memory, or in a folder when the test must open it twice; or one on
 * the server that TEST_DATABASE_URL names.
 */
export async function freshDatabase(folder?: string): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server) return onServer(server);
  return folder ? inFolder(folder) : { settings: { kind: 'memory' }, drop: async () => {} };
}

/** A database of a test's own with every table and no rows; outside of vitest an empty one. */
export const migratedDatabase = (): Promise<TestDatabase> => copyOf('migrated');

/** The same with the demo's plans and people, sealed with the key of test-app.ts. */
export const seededDatabase = (): Promise<TestDatabase> => copyOf('seeded');

/** The same, which several processes may open one after the other: in this folder, or on the server. */
export async function seededOnDisk(folder: string): Promise<TestDatabase> {
  if (process.env['TEST_DATABASE_URL']) return copyOf('seeded');
  const seeded = process.env[preparedNames.seeded.folder];
  if (!seeded) return freshDatabase(folder);
  await cp(join(seeded, 'database'), join(folder, 'database'), { recursive: true });
  return inFolder(folder);
}

/** Made once a run by prepared-databases.ts: on the server, or as archives of PGlite's folder. */
export const preparedNames = {
  migrated: { onServer: 'TEST_DATABASE_MIGRATED', archive: 'TEST_ARCHIVE_MIGRATED' },
  seeded: {
    onServer: 'TEST_DATABASE_SEEDED',
    archive: 'TEST_ARCHIVE_SEEDED',
    folder: 'TEST_FOLDER_SEEDED',
  },
} as const;

async function copyOf(prepared: keyof typeof preparedNames): Promise<TestDatabase> {
  const names = preparedNames[prepared];
  const server = process.env['TEST_DATABASE_URL'];
  if (server) {
    const template = process.env[names.onServer];
    if (!template) return freshDatabase();
    return onServer(server, template);
  }
  const image = process.env[names.archive];
  return image ? { settings: { kind: 'memory', image }, drop: async () => {} } : freshDatabase();
}

/** A copy of a database that nobody has open. */
export async function copyDatabase(
  original: DatabaseSettings,
  folder: string,
): Promise<TestDatabase> {
  if (original.kind === 'postgres') {
    const template = new URL(original.url).pathname.slice(1);
    return onServer(original.url, template);
  }
  if (original.kind === 'memory') throw new Error('A database in memory cannot be copied');
  await cp(original.folder, folder, { recursive: true });
  return inFolder(folder);
}

function inFolder(folder: string): TestDatabase {
  return {
    settings: { kind: 'pglite', folder },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * The files are copied where the server waits for no disk: through the log, page by page, the same
 * takes twice the work. A server before 15 knows no other way, and has no word for it.
 */
const QUICK = `select current_setting('fsync') = 'off'
  and current_setting('server_version_num')::int >= 150000 as is_quick`;

/** Three calls at once and two that share: each connection that is opened plans its statements anew. */
const CONNECTIONS = 11;

async function onServer(server: string, template?: string): Promise<TestDatabase> {
  const name = `portside_test_${randomBytes(6).toString('hex')}`;
  if (template) {
    const [quick] = await asAdmin<{ is_quick: boolean }>(server, QUICK);
    const strategy = quick?.is_quick ? 'strategy file_copy' : '';
    await asAdmin(server, `create database ${name} template ${template} ${strategy}`);
  } else {
    await asAdmin(server, `create database ${name}`);
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    settings: {
      kind: 'postgres',
      url: url.href,
      limits: usualLimits,
      connections: CONNECTIONS,
    },
    async drop() {
      await asAdmin(server, `drop database ${name} with (force)`);
    },
  };
}

const admins = new Map<string, pg.Pool>();

/** By a connection that stays: most of the work of a small statement is to open one. */
async function asAdmin<Row extends pg.QueryResultRow>(server: string, statement: string) {
  const url = new URL(server);
  url.pathname = '/postgres';
  const admin = admins.get(url.href) ?? openAdmin(url.href);
  const { rows } = await admin.query<Row>(statement);
  return rows;
}

function openAdmin(connectionString: string): pg.Pool {
  const keeps = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true };
  const admin = new pg.Pool({ connectionString, ...keeps });
  // A test may end all connections of its server, or the server: the next statement opens another.
  admin.on('error', () => {});
  admins.set(connectionString, admin);
  return admin;
}
