import { join, resolve } from 'node:path';
import type { App } from '../app.ts';
import { exportDatabase, FolderNotEmpty } from '../db/export.ts';
import { UsageError } from './verb.ts';

export const sealedMark = 'export manifest';

export async function runExport(app: App, [folder]: string[]): Promise<string> {
  if (!folder) throw new UsageError('export <folder>');
  const target = resolve(folder);
  const { config, jobs } = app;
  const db = app.db.poolFor('maintenance');
  try {
    const about = { at: app.clock.now(), sealed: app.secrets.seal('portside', sealedMark) };
    const manifest = await exportDatabase(db, target, about, (tx) => jobs.unfinished(tx));
    const rows = manifest.tables.reduce((sum, one) => sum + one.rows, 0);
    const key =
      config.database.kind === 'postgres'
        ? 'PORTSIDE_MASTER_KEYS of this process'
        : `the key in ${join(config.dataFolder, 'master.key')} (or PORTSIDE_MASTER_KEYS)`;
    return [
      `${rows} rows of ${manifest.tables.length} tables and ${manifest.jobs.rows} jobs are in ${target}.`,
      'It holds personal data: keep it as you keep the database.',
      `What is sealed in it opens only with ${key}, which is not in it.`,
    ].join('\n');
  } catch (error) {
    if (error instanceof FolderNotEmpty) throw new UsageError(error.message);
    throw error;
  } finally {
    await db.close();
  }
}
