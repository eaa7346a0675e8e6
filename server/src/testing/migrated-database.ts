import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { freshDatabase } from './fresh-database.ts';

const root = resolve(import.meta.dirname, '../../..');
const migrations = join(root, 'server/migrations');
const cache = join(root, 'node_modules/.cache/portside-tests');

/**
 * Runs once before the tests of the server. To make and migrate a database takes three seconds of a
 * core, to copy one takes half a second: test apps open copies (see fresh-database.ts).
 */
export default async function prepare(): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASE_URL']) return prepareTemplate();
  process.env['TEST_DATABASE_IMAGE'] = await prepareImage();
  return async () => {};
}

async function prepareTemplate() {
  const template = await freshDatabase();
  if (template.settings.kind !== 'postgres') throw new Error('A template is on a server');
  const db = await openDatabase(template.settings);
  await migrate(db);
  await db.close();
  process.env['TEST_DATABASE_TEMPLATE'] = new URL(template.settings.url).pathname.slice(1);
  return () => template.drop();
}

/** An archive of PGlite's folder. It is kept until a migration, what runs them or a dependency changes. */
async function prepareImage(): Promise<string> {
  const name = `migrated-${await fingerprint()}.tar`;
  const image = join(cache, name);
  if (existsSync(image)) return image;
  const folder = await mkdtemp(join(tmpdir(), 'portside-migrated-'));
  const db = await openDatabase({ kind: 'pglite', folder });
  await migrate(db);
  await db.close();
  const pglite = await PGlite.create(join(folder, 'database'));
  const archive = await pglite.dumpDataDir('none');
  await pglite.close();
  await rm(folder, { recursive: true });
  await mkdir(cache, { recursive: true });
  // What another run is writing has another ending.
  const old = (await readdir(cache)).filter((one) => one.endsWith('.tar'));
  await Promise.all(old.map((one) => rm(join(cache, one), { force: true })));
  // Another run may write it at the same time: a reader never sees half a file.
  const unfinished = `${image}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, archive.stream());
  await rename(unfinished, image);
  return image;
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
