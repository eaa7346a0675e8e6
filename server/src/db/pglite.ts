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
import { DiskWatch } from './disk-room.ts';
import { lockFolder } from './folder-lock.ts';
import { prepareFrequent } from './pglite-prepared.ts';

const INT8 = 20;

// Of several databases in one process, V8 may free a piece of WebAssembly code twice and end the
// process (nodejs/node#64500). Kept code costs a few megabytes.
setFlagsFromString('--no-wasm-code-gc');

/**
 * PostgreSQL in this process, with one connection. No fsync: a power cut can lose the last moments,
 * an ended process cannot.
 */
export async function openPglite(
  settings:
    | { kind: 'pglite'; folder: string; floorMegabytes?: number }
    | { kind: 'memory'; image?: string },
): Promise<{
  dialect: Dialect;
  forJobs: { db: Db };
  disk?: DiskWatch;
  release: () => Promise<void>;
}> {
  const release = settings.kind === 'pglite' ? await lockFolder(settings.folder) : async () => {};
  const dataDir = settings.kind === 'pglite' ? join(settings.folder, 'database') : 'memory://';
  if (settings.kind === 'pglite') await mkdir(dataDir, { recursive: true });
  const disk =
    settings.kind === 'pglite'
      ? new DiskWatch(settings.folder, settings.floorMegabytes ?? FLOOR_MEGABYTES)
      : undefined;
  const image = settings.kind === 'memory' ? settings.image : undefined;
  const pglite = await PGlite.create({
    dataDir,
    parsers: { [INT8]: Number },
    ...(image && { loadDataDir: await openAsBlob(image) }),
  }).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  prepareFrequent(pglite);
  const jobs = fromPglite(pglite);
  return {
    dialect: new OneAtATimeDialect({ pglite }, disk),
    forJobs: {
      db: {
        ...jobs,
        async executeSql(text, values) {
          disk?.mind(text);
          return jobs.executeSql(text, values);
        },
      },
    },
    ...(disk && { disk }),
    release,
  };
}

/** Below it nothing is written. */
const FLOOR_MEGABYTES = 100;

/**
 * Queues callers in the driver. Kysely's own queue comes before the guard of database.ts, which
 * would then hang instead of refusing.
 */
class OneAtATimeDriver extends PGliteDriver {
  readonly #disk: DiskWatch | undefined;
  readonly #watched = new WeakSet<DatabaseConnection>();
  #free: Promise<void> = Promise.resolve();
  #release = () => {};

  constructor(config: PGliteDialectConfig, disk: DiskWatch | undefined) {
    super(config);
    this.#disk = disk;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    await before;
    this.#release = resolve;
    return this.#minding(await super.acquireConnection());
  }

  #minding(connection: DatabaseConnection): DatabaseConnection {
    const disk = this.#disk;
    if (!disk || this.#watched.has(connection)) return connection;
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query, options) => {
      disk.mind(query.sql);
      return execute(query, options);
    };
    this.#watched.add(connection);
    return connection;
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
  readonly #disk: DiskWatch | undefined;

  constructor(config: PGliteDialectConfig, disk: DiskWatch | undefined) {
    super(config);
    this.#config = config;
    this.#disk = disk;
  }

  override createAdapter() {
    return new OneAtATimeAdapter();
  }

  override createDriver() {
    return new OneAtATimeDriver(this.#config, this.#disk);
  }
}
