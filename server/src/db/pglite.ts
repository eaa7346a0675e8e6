import { openAsBlob } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import {
  type DatabaseConnection,
  type Dialect,
  PGliteAdapter,
  PGliteDialect,
  PGliteDriver,
  type PGliteDialectConfig,
} from 'kysely';
import { type Db, fromPglite } from 'pg-boss';
import { lockFolder } from './folder-lock.ts';

const INT8 = 20;

// Of several databases in one process, V8 may free a piece of WebAssembly code twice and end the
// process (nodejs/node#64500). Kept code costs a few megabytes.
setFlagsFromString('--no-wasm-code-gc');

/**
 * PostgreSQL in this process, with one connection. No fsync: a power cut can lose the last moments,
 * an ended process cannot.
 */
export async function openPglite(
  settings: { kind: 'pglite'; folder: string } | { kind: 'memory'; image?: string },
): Promise<{ dialect: Dialect; forJobs: { db: Db }; release: () => Promise<void> }> {
  const release = settings.kind === 'pglite' ? await lockFolder(settings.folder) : async () => {};
  const dataDir = settings.kind === 'pglite' ? join(settings.folder, 'database') : 'memory://';
  if (settings.kind === 'pglite') await mkdir(dataDir, { recursive: true });
  const image = settings.kind === 'memory' ? settings.image : undefined;
  const pglite = await PGlite.create({
    dataDir,
    parsers: { [INT8]: Number },
    ...(image && { loadDataDir: await openAsBlob(image) }),
  }).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  return {
    dialect: new OneAtATimeDialect({ pglite }),
    forJobs: { db: fromPglite(pglite) },
    release,
  };
}

/**
 * Queues callers in the driver. Kysely's own queue comes before the guard of database.ts, which
 * would then hang instead of refusing.
 */
class OneAtATimeDriver extends PGliteDriver {
  #free: Promise<void> = Promise.resolve();
  #release = () => {};

  override async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    await before;
    this.#release = resolve;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#release();
  }
}

class OneAtATimeAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

class OneAtATimeDialect extends PGliteDialect {
  readonly #config: PGliteDialectConfig;

  constructor(config: PGliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createAdapter() {
    return new OneAtATimeAdapter();
  }

  override createDriver() {
    return new OneAtATimeDriver(this.#config);
  }
}
