import { promises as fs } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator, type Migration } from 'kysely/migration';
import type { Database, Query } from './database.ts';
import { alone, patiently } from './migrating-alone.ts';

const usualFolder = path.resolve(import.meta.dirname, '../../migrations');

/** Customers queue behind a waiting migration, so it gives up quickly and tries again. */
const LOCK_TIMEOUT = '1s';

/** As `FileMigrationProvider` has it. */
const MIGRATION_FILE = /(?<!\.d)\.[cm]?[jt]s$/;

interface MigrationFile extends Migration {
  /** Statements commit singly, so each must be harmless when repeated (build-index.ts). */
  readonly outsideTransaction?: boolean;
}

/**
 * Each migration in its own transaction, one process at a time, while the version before runs.
 * @returns the applied names
 */
export async function migrate(db: Database, folder = usualFolder): Promise<string[]> {
  if ((await pendingMigrations(db, folder)).length === 0) return [];
  const own = db.poolFor('maintenance');
  try {
    return await alone(own, () => applyAll(own, folder));
  } finally {
    await own.close();
  }
}

export async function pendingMigrations(db: Database, folder = usualFolder): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db.query));
  return (await namesIn(folder)).filter((name) => !applied.has(name)).toSorted();
}

async function applyAll(db: Database, folder: string): Promise<string[]> {
  const files = await filesOf(folder);
  const before = await appliedMigrations(db.query);
  const steps = migrator(db.query, before, files);
  // An empty database has no users: one transaction is faster.
  if (before.length === 0) return apply(() => steps.migrateToLatest());
  const applied: string[] = [];
  for (const name of await pendingMigrations(db, folder)) {
    const options = { disableTransactions: files[name]?.outsideTransaction ?? false };
    applied.push(...(await patiently(() => apply(() => steps.migrateUp(options)))));
  }
  return applied;
}

async function apply(run: () => ReturnType<Migrator['migrateUp']>): Promise<string[]> {
  const { error, results } = await run();
  if (error) {
    const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? '';
    const why = error instanceof Error ? error.message : '';
    throw new Error(`The migration ${failed} failed: ${why}`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Names alone: a process with nothing to migrate does not load a hundred files for it. */
async function namesIn(folder: string): Promise<string[]> {
  const files = await fs.readdir(folder);
  return files.filter((file) => MIGRATION_FILE.test(file)).map((file) => path.parse(file).name);
}

type Files = Readonly<Record<string, MigrationFile>>;

const filesOf = (migrationFolder: string): Promise<Files> =>
  new FileMigrationProvider({ fs, path, migrationFolder }).getMigrations();

/** @param applied also by a newer version; migrations only add, so this one may run */
function migrator(db: Query, applied: readonly string[], files: Files): Migrator {
  const done = applied.map((name) => [name, { up: async () => {} }] as const);
  const own = Object.entries(files).map(([name, one]) => [name, impatient(one)] as const);
  return new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries([...done, ...own]) },
    // Concurrent branches: a late migration must not stop the start.
    allowUnorderedMigrations: true,
  });
}

const impatient = (file: MigrationFile): Migration => ({
  async up(db) {
    if (db.isTransaction) await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db);
    await file.up(db);
  },
});

async function appliedMigrations(db: Query): Promise<string[]> {
  const there = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name`.execute(db);
  if (!there.rows[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
