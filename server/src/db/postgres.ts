import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { OpenedDatabase } from './database.ts';

const INT8 = 20;
// Counts and sums fit a double; PGlite is told the same (pglite.ts).
pg.types.setTypeParser(INT8, Number);

/** A PostgreSQL server, 15 and up. */
export function openPostgres(url: string): OpenedDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 16, application_name: 'portside' });
  // A connection that breaks while idle is replaced at the next use; it must not end the process.
  pool.on('error', () => {});
  return {
    dialect: new PostgresDialect({ pool }),
    forJobs: { connectionString: url },
    release: async () => {},
  };
}
