import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { type Database, type DatabaseSettings, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openLog } from '../process/log.ts';
import { start } from '../process/start.ts';
import { handlers } from '../slices.ts';
import { copyDatabase, freshDatabase, preparedNames } from './fresh-database.ts';
import { testAppConfig, testCost } from './test-app.ts';

const root = resolve(import.meta.dirname, '../../..');
const migrations = join(root, 'server/migrations');
const cache = join(root, 'node_modules/.cache/portside-tests');

/**
 * Runs once before the tests of the server. To make, migrate and seed a database takes four seconds
 * of a core, to copy one a fraction of one: test apps open copies (see fresh-database.ts).
 */
export default async function prepare({ config }: TestProject): Promise<() => Promise<void>> {
  const server = config.env?.['TEST_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'];
  return server ? prepareOnServer() : prepareArchives();
}

async function prepareOnServer() {
  // Another project of this run may have made them.
  if (process.env[preparedNames.migrated.onServer]) return async () => {};
  const migrated = await freshDatabase();
  const db = await openDatabase(migrated.settings);
  await migrate(db);
  await makeQueues(migrated.settings, db);
  await db.close();
  const seeded = await copyDatabase(migrated.settings, '');
  await seedDemo(seeded.settings);
  process.env[preparedNames.migrated.onServer] = nameOf(migrated.settings);
  process.env[preparedNames.seeded.onServer] = nameOf(seeded.settings);
  return async () => {
    await seeded.drop();
    await migrated.drop();
  };
}

/** Each is a few statements, which every product that seeds itself would ask. */
async function makeQueues(settings: DatabaseSettings, db: Database): Promise<void> {
  const jobs = openJobs({ db, config: testAppConfig(settings), log: openLog('error') });
  await jobs.start(handlers);
  await jobs.stop();
}

function nameOf(settings: DatabaseSettings): string {
  if (settings.kind !== 'postgres') throw new Error('A template is on a server');
  return new URL(settings.url).pathname.slice(1);
}

/** As the product itself does it when it starts, and the jobs that come of it. */
async function seedDemo(database: DatabaseSettings): Promise<void> {
  const folder = database.kind === 'pglite' ? { dataFolder: database.folder } : {};
  const config = { ...testAppConfig(database), ...folder };
  const running = await start(config, { signInCost: testCost });
  while (await running.work.drain?.());
  await running.close();
}

async function prepareArchives() {
  const migrated = await migratedFolder();
  const own = await mkdtemp(join(tmpdir(), 'portside-prepared-'));
  const seeded = join(own, 'seeded');
  await cp(migrated, seeded, { recursive: true });
  await seedDemo({ kind: 'pglite', folder: seeded });
  process.env[preparedNames.migrated.archive] = join(migrated, ARCHIVE);
  process.env[preparedNames.seeded.folder] = seeded;
  process.env[preparedNames.seeded.archive] = await archive(seeded);
  return () => rm(own, { recursive: true });
}

const ARCHIVE = 'archive.tar';

/**
 * PGlite's, with every table and no rows, and its archive. It is kept until a migration, what runs
 * them or a dependency changes.
 */
export async function migratedFolder(): Promise<string> {
  const folder = join(cache, `migrated-${await fingerprint()}`);
  if (existsSync(folder)) return folder;
  // Another run may make it at the same time: a reader never sees half a folder.
  const unfinished = `${folder}.${randomBytes(4).toString('hex')}`;
  const db = await openDatabase({ kind: 'pglite', folder: unfinished });
  await migrate(db);
  await db.close();
  await archive(unfinished);
  // Another run that begins now makes the same one.
  const old = (await readdir(cache)).filter(
    (name) => /^migrated-\w+(\.tar)?$/.test(name) && name !== basename(folder),
  );
  await Promise.all(old.map((one) => rm(join(cache, one), { recursive: true, force: true })));
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  return folder;
}

async function archive(folder: string): Promise<string> {
  const pglite = await PGlite.create(join(folder, 'database'));
  const file = join(folder, ARCHIVE);
  await writeFile(file, (await pglite.dumpDataDir('none')).stream());
  await pglite.close();
  return file;
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'server/src/db/migrate.ts', 'server/src/db/pglite.ts']) {
    hash.update(await readFile(join(root, file)));
  }
  for (const file of (await readdir(migrations)).toSorted()) {
    hash.update(file).update(await readFile(join(migrations, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
