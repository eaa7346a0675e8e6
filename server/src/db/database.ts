import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, type Dialect, type Transaction } from 'kysely';
import type { Db as DatabaseForJobs } from 'pg-boss';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

/**
 * Tables are named only in the store that owns them (`db.withTables<{…}>()`), so the database
 * itself knows none.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the type of "no tables"
export type NoTables = {};
/** A transaction, or the database outside of one. Stores take it as their first argument. */
export type Query = Kysely<NoTables>;
export type Tx = Transaction<NoTables>;

export type DatabaseSettings =
  | { kind: 'pglite'; folder: string }
  | { kind: 'memory' }
  | { kind: 'postgres'; url: string };

export interface Database {
  readonly kind: DatabaseSettings['kind'];
  /** For single statements. Refused inside a transaction: there only `tx` may be used. */
  readonly query: Query;
  /** Runs the work in one transaction. Refused inside another one. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** What pg-boss runs its own statements on. */
  readonly forJobs: { connectionString: string } | { db: DatabaseForJobs };
  close(): Promise<void>;
}

/** What the two kinds of database give to {@link openDatabase}. */
export interface OpenedDatabase {
  dialect: Dialect;
  forJobs: Database['forJobs'];
  release(): Promise<void>;
}

const transactions = new AsyncLocalStorage<{ open: boolean }>();

/** Throws when called from inside a transaction: the network, and the outer `db`, wait outside. */
export function refuseInsideTransaction(what: string): void {
  if (transactions.getStore()?.open) {
    throw new Error(`${what} was used inside a transaction: use tx, and call the network outside`);
  }
}

/** Opens the database of the settings; the caller migrates it (see migrate.ts). */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const opened =
    settings.kind === 'postgres' ? openPostgres(settings.url) : await openPglite(settings);
  const kysely = new Kysely<NoTables>({ dialect: guarded(opened.dialect) });
  return {
    kind: settings.kind,
    query: kysely,
    async transaction(work) {
      refuseInsideTransaction('db.transaction');
      const mark = { open: false };
      try {
        return await transactions.run(mark, () =>
          kysely.transaction().execute((tx) => {
            mark.open = true;
            return work(tx);
          }),
        );
      } finally {
        // Work that was started inside and goes on after the commit is outside of it.
        mark.open = false;
      }
    },
    forJobs: opened.forJobs,
    async close() {
      await kysely.destroy();
      await opened.release();
    },
  };
}

/**
 * Inside a transaction nothing may ask for a second connection: on PGlite's one connection it would
 * wait for ever, and on a server it silently sees another state than the transaction does.
 */
function guarded(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = (options) => {
        refuseInsideTransaction('the outer database');
        return acquire(options);
      };
      return driver;
    },
  };
}
