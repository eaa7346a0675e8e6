import { resolve } from 'node:path';
import type { App } from '../app.ts';
import { importDatabase, ImportRefused, readManifest } from '../db/import.ts';
import { sealedMark } from './export-verb.ts';
import { UsageError } from './verb.ts';

/** `import <folder>`: fills an empty database with what `export` wrote. */
export async function runImport(app: App, [folder]: string[]): Promise<string> {
  if (!folder) throw new UsageError('import <folder>');
  const db = app.db.poolFor('maintenance');
  try {
    const source = resolve(folder);
    const manifest = await readManifest(source);
    checkKey(app, manifest.sealed);
    await importDatabase(db, source, manifest, (tx, lines) => app.jobs.restore(tx, lines));
    const rows = manifest.tables.reduce((sum, one) => sum + one.rows, 0);
    return `${rows} rows of ${manifest.tables.length} tables and ${manifest.jobs.rows} jobs are here, as they were at ${manifest.at}.`;
  } catch (error) {
    if (error instanceof ImportRefused) throw new UsageError(error.message);
    throw error;
  } finally {
    await db.close();
  }
}

/** Without the key, sealed values would be lost silently. */
function checkKey({ secrets }: App, sealed: string | undefined): void {
  if (sealed === undefined) return;
  try {
    secrets.open(sealed, sealedMark);
  } catch {
    throw new ImportRefused(
      'What is sealed in the export opens with another key: put the one of its product into PORTSIDE_MASTER_KEYS.',
    );
  }
}
