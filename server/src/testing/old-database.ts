import { promises as fs } from 'node:fs';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { onTestFinished } from 'vitest';
import { openDatabase, type Database } from '../db/database.ts';
import { freshDatabase } from './fresh-database.ts';

/** A database as it was after this migration; `migrate` brings it up to date. */
export async function databaseOf(lastMigration: string): Promise<Database> {
  const fresh = await freshDatabase();
  const db = await openDatabase(fresh.settings);
  onTestFinished(async () => {
    await db.close();
    await fresh.drop();
  });
  const migrationFolder = path.resolve(import.meta.dirname, '../../migrations');
  const migrator = new Migrator({
    db: db.query,
    provider: new FileMigrationProvider({ fs, path, migrationFolder }),
  });
  const { error } = await migrator.migrateTo(lastMigration);
  if (error) throw new Error('It could not be migrated so far', { cause: error });
  return db;
}
