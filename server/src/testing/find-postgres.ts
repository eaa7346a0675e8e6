import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of `initdb` and `pg_ctl`: of Debian's packages the newest, or of a program in PATH. */
export function findPostgres(): string | undefined {
  const packaged = globSync('/usr/lib/postgresql/*/bin/pg_ctl').toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  const inPath = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'pg_ctl'));
  const found = packaged.at(-1) ?? inPath.find((one) => existsSync(one));
  return found && dirname(found);
}
