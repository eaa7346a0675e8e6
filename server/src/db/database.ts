import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type KyselyConfig,
  type QueryResult,
  type Transaction,
} from 'kysely';
import type { Db as DatabaseForJobs } from 'pg-boss';
import { nameAway } from './database-away.ts';
import { everyRole, poolOf, type Use } from './pools.ts';
import { readsFrom, type Reads } from './replica.ts';
import {
  connectionOf,
  type DatabaseLimits,
  noLimits,
  openPostgres,
  type Server,
} from './postgres.ts';

import { openShared, type SharedConnections } from './shared-connections.ts';

export { DatabaseAway } from './database-away.ts';
export type { DatabaseLimits } from './postgres.ts';

/**
 * Tables are named only in the store that owns them (`db.withTables<{…}>()`), so the database
 * itself knows none.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the type of "no tables"
type NoTables = {};
/** A transaction, or the database outside of one. Stores take it as their first argument. */
export type Query = Kysely<NoTables>;
export type Tx = Transaction<NoTables>;

export type DatabaseSettings =
  | { kind: 'pglite'; folder: string }
  /** Empty, or as an archive of PGlite's folder has it. */
  | { kind: 'memory'; image?: string }
  | OnServer;

interface OnServer {
  kind: 'postgres';
  url: string;
  /** The server itself, where `url` leads through a pooler that lends connections by transaction. */
  directUrl?: string;
  /** A standby of the same server, or a balancer in front of several. */
  replicaUrl?: string;
  limits: DatabaseLimits;
  /** The most that this process opens. */
  connections: number;
}

export interface Database {
  readonly kind: DatabaseSettings['kind'];
  /** For single statements. Refused inside a transaction: there only `tx` may be used. */
  readonly query: Query;
  /** Runs the work in one transaction. Refused inside another one. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * For work that only reads, and may be done again: by a replica, if the settings name one and it
   * has all that was committed until now. Refused inside a transaction.
   */
  read<T>(work: (db: Query) => Promise<T>): Promise<T>;
  readonly reads: Readonly<Reads>;
  /** What pg-boss runs its own statements on. */
  readonly forJobs: (ReturnType<typeof connectionOf> & { max: number }) | { db: DatabaseForJobs };
  /**
   * The same database by connections of its own, so that one kind of work cannot take another's. On
   * the embedded one, which has a single connection, it is that one.
   */
  readonly poolFor: (use: Exclude<Use, 'calls' | 'queue' | 'replica'>) => Database;
  close(): Promise<void>;
}

const transactions = new AsyncLocalStorage<{ open: boolean }>();

/** Throws when called from inside a transaction: the network, and the outer `db`, wait outside. */
export function refuseInsideTransaction(what: string): void {
  if (transactions.getStore()?.open) {
    throw new Error(`${what} was used inside a transaction: use tx, and call the network outside`);
  }
}

/**
 * Opens the database of the settings; the caller migrates it (see migrate.ts).
 * @param roles what the process does: connections are shared out by it, and named for it
 */
export async function openDatabase(
  settings: DatabaseSettings,
  roles: ReadonlySet<string> = everyRole,
): Promise<Database> {
  if (settings.kind === 'postgres') return onServer({ ...settings, roles }, 'calls');
  // Loaded where it is used: the database itself is in it.
  const { openPglite } = await import('./pglite.ts');
  const { dialect, forJobs, release } = await openPglite(settings);
  const only = fromDialect(settings.kind, dialect, forJobs, {
    poolFor: () => ({ ...only, close: async () => {} }),
    release,
  });
  return only;
}

function onServer(settings: OnServer & { roles: ReadonlySet<string> }, use: Use): Database {
  const forJobs = { ...connectionOf(serverFor(settings, 'queue')), ...poolOf(settings, 'queue') };
  const hasReplica = settings.replicaUrl !== undefined && (use === 'calls' || use === 'jobs');
  const replica = hasReplica
    ? new Kysely<NoTables>({
        dialect: guarded(openPostgres(serverFor(settings, 'replica'), poolOf(settings, 'replica'))),
      })
    : undefined;
  const server = serverFor(settings, use);
  const { max, application_name } = poolOf(settings, use);
  // Calls ask short questions all the time. A pooler's connections are nobody's to prepare (0350).
  const count = use === 'calls' && !server.isPooled && max > 2 * SHARED ? SHARED : 0;
  const shared = openShared(server, { count, application_name });
  const dialect = openPostgres(server, { max: max - count, application_name });
  return fromDialect('postgres', dialect, forJobs, {
    replica,
    shared,
    poolFor: (other) => onServer(settings, other),
    async release() {
      await shared.close();
      await replica?.destroy();
    },
  });
}

/** So many of the connections for calls are shared by those who ask at the same time. */
const SHARED = 2;

/** Where such connections lead, and how long they wait. */
function serverFor({ url, directUrl, replicaUrl, limits }: OnServer, use: Use): Server {
  const isPooled = directUrl !== undefined;
  if (use === 'replica') {
    // While it is away the primary answers: nobody waits for it.
    return { url: replicaUrl ?? url, limits: { ...limits, connect: 1 }, isPooled };
  }
  // What takes as long as it takes, and sets what a session has, cannot share its connection.
  if (use === 'maintenance') return { url: directUrl ?? url, limits: noLimits, isPooled: false };
  // The queue rebuilds an index of its own now and then, which may take its time.
  const longer = { ...limits, statement: limits.statement * 10 };
  return { url, limits: use === 'queue' ? longer : limits, isPooled };
}

function fromDialect(
  kind: Database['kind'],
  dialect: Dialect,
  forJobs: Database['forJobs'],
  {
    replica,
    shared,
    poolFor,
    release,
  }: {
    replica?: Query | undefined;
    shared?: SharedConnections;
    poolFor: Database['poolFor'];
    release: () => Promise<void>;
  },
): Database {
  const kysely = new Outside({ dialect: guarded(dialect) }, shared);
  const reads = { replica: 0, primary: 0 };
  return {
    kind,
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
    read: replica ? readsFrom(kysely, replica, reads) : (work) => work(kysely),
    reads,
    forJobs,
    poolFor,
    async close() {
      await kysely.destroy();
      await release();
    },
  };
}

/** The database outside of a transaction: what was prepared goes by shared connections, if it can. */
class Outside extends Kysely<NoTables> {
  readonly #shared: SharedConnections | undefined;

  constructor(config: KyselyConfig, shared: SharedConnections | undefined) {
    super(config);
    this.#shared = shared;
  }

  override async executeQuery<R>(
    ...[query, options]: Parameters<Kysely<NoTables>['executeQuery']>
  ): Promise<QueryResult<R>> {
    const statement = ('compile' in query ? query.compile() : query) as CompiledQuery<R>;
    refuseInsideTransaction('the outer database');
    const rows = await this.#shared?.ask(statement);
    return rows ? { rows: rows as R[] } : super.executeQuery(statement, options);
  }
}

/**
 * Inside a transaction nothing may ask for a second connection: on PGlite's one connection it would
 * wait for ever, and on a server it silently sees another state than the transaction does. A
 * database that is away is named so, whoever asked.
 */
function guarded(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      const watched = new WeakSet<DatabaseConnection>();
      driver.acquireConnection = async (options) => {
        refuseInsideTransaction('the outer database');
        const connection = await named(acquire(options));
        if (!watched.has(connection)) {
          const execute = connection.executeQuery.bind(connection);
          connection.executeQuery = (query, how) => named(execute(query, how));
          watched.add(connection);
        }
        return connection;
      };
      return driver;
    },
  };
}

async function named<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw nameAway(error);
  }
}
