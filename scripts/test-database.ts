import { findPostgres } from '../server/src/testing/find-postgres.ts';
import { ownServer } from '../server/src/testing/own-server.ts';

/** Where the tests of the server run: their databases may be dropped. */
export interface TestDatabase {
  /** Undefined: on PGlite, in the tests' own processes. */
  readonly url: string | undefined;
  stop(): Promise<void>;
}

/**
 * The server of TEST_DATABASE_URL, or one of our own, or none where PostgreSQL is not installed. A
 * server takes half the time of PGlite: its work is done beside the tests, not in them.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  if (!findPostgres()) {
    console.log('PostgreSQL is not installed: the server is tested on PGlite, which takes longer.');
    return { url: undefined, stop: async () => {} };
  }
  const server = await ownServer();
  return { url: server.settings.url, stop: () => server.stop() };
}
