import { promises as fs } from 'node:fs';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

const migrationFolder = path.resolve(import.meta.dirname, '../../migrations');

/** Brings the tables up to date; harmless when they are. Returns the names of what was applied. */
export async function migrate(db: Database): Promise<string[]> {
  const own = db.poolFor('maintenance');
  const { error, results } = await migrator(own).migrateToLatest();
  await own.close();
  if (error) throw new Error('A migration failed', { cause: error });
  return (results ?? []).map((result) => result.migrationName);
}

/** Names of migrations that were not applied yet. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const all = await migrator(db).getMigrations();
  return all.filter((one) => !one.executedAt).map((one) => one.name);
}

function migrator(db: Database) {
  return new Migrator({
    db: db.query,
    provider: new FileMigrationProvider({ fs, path, migrationFolder }),
    // Several people write migrations in the same week: a late one is no reason not to start.
    allowUnorderedMigrations: true,
  });
}
