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
import type { DiskWatch } from './disk-room.ts';
import { poolWaitSeconds } from '../process/measures.ts';
import { traced } from '../process/traces.ts';
import { everyRole, poolOf, type Use } from './pools.ts';
import { readsFrom, type Reads } from './replica.ts';
import {
  connectionOf,
  type DatabaseLimits,
  noLimits,
  openPostgres,
  sendsTogether,
  type Server,
} from './postgres.ts';

import { openShared, type SharedConnections } from './shared-connections.ts';
import { statementStep } from './trace-statement.ts';
import { inTransaction, refuseInsideTransaction } from './transactions.ts';

export { DatabaseAway } from './database-away.ts';
export { refuseInsideTransaction } from './transactions.ts';
export type { DatabaseLimits } from './postgres.ts';

/** Only stores name tables (`db.withTables<{…}>()`). */
// oxlint-disable-next-line typescript/no-empty-object-type -- the type of "no tables"
type NoTables = {};
/** A transaction, or the database outside of one. */
export type Query = Kysely<NoTables>;
export type Tx = Transaction<NoTables>;

export type DatabaseSettings =
  /** Below the floor nothing is written. */
  | { kind: 'pglite'; folder: string; floorMegabytes?: number }
  /** Empty, or from an archive of PGlite's folder. */
  | { kind: 'memory'; image?: string }
  | OnServer;

interface OnServer {
  kind: 'postgres';
  url: string;
  /** The server itself, where `url` is a pooler. */
  directUrl?: string;
  /** A standby of the same server, or a balancer in front of several. */
  replicaUrl?: string;
  limits: DatabaseLimits;
  /** The most this process opens. */
  connections: number;
}

export interface Database {
  readonly kind: DatabaseSettings['kind'];
  /** Single statements; refused inside a transaction. */
  readonly query: Query;
  /** Refused inside another one. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * For work that only reads and may be repeated: on a replica, if one has everything committed
   * until now. Refused inside a transaction.
   */
  read<T>(work: (db: Query) => Promise<T>): Promise<T>;
  readonly reads: Readonly<Reads>;
  readonly pool: Readonly<PoolState>;
  /** Of the embedded database in a folder. */
  readonly disk?: DiskWatch;
  readonly forJobs: (ReturnType<typeof connectionOf> & { max: number }) | { db: DatabaseForJobs };
  /**
   * Separate connections, so that one use cannot starve another; the embedded database has only
   * one.
   */
  readonly poolFor: (use: Exclude<Use, 'calls' | 'queue' | 'replica'>) => Database;
  close(): Promise<void>;
}

interface PoolState {
  /** What the connections are for. */
  readonly name: Use | 'all';
  busy: number;
  /** Who has no connection yet. */
  waiting: number;
}

/** Does not migrate. @param roles decide how connections are shared out */
export async function openDatabase(
  settings: DatabaseSettings,
  roles: ReadonlySet<string> = everyRole,
): Promise<Database> {
  if (settings.kind === 'postgres') return onServer({ ...settings, roles }, 'calls');
  // Loaded late: the database itself is in it.
  const { openPglite } = await import('./pglite.ts');
  const { dialect, forJobs, disk, release } = await openPglite(settings);
  const only = fromDialect(settings.kind, 'all', dialect, forJobs, {
    poolFor: () => ({ ...only, close: async () => {} }),
    release,
    disk,
  });
  return only;
}

function onServer(settings: OnServer & { roles: ReadonlySet<string> }, use: Use): Database {
  const forJobs = { ...connectionOf(serverFor(settings, 'queue')), ...poolOf(settings, 'queue') };
  const hasReplica = settings.replicaUrl !== undefined && (use === 'calls' || use === 'jobs');
  const replica = hasReplica
    ? new Kysely<NoTables>({
        dialect: guarded(
          openPostgres(serverFor(settings, 'replica'), poolOf(settings, 'replica')),
          poolState('replica'),
        ),
      })
    : undefined;
  const server = serverFor(settings, use);
  const { max, application_name } = poolOf(settings, use);
  // Calls make short queries all the time. A pooler's connections cannot be prepared
  // (docs/decisions/0350).
  const count = use === 'calls' && !server.isPooled && max > 2 * SHARED ? SHARED : 0;
  const shared = openShared(server, { count, application_name });
  const dialect = openPostgres(server, { max: max - count, application_name });
  return fromDialect('postgres', use, dialect, forJobs, {
    replica,
    shared,
    sendsAlong: sendsTogether(server),
    poolFor: (other) => onServer(settings, other),
    async release() {
      await shared.close();
      await replica?.destroy();
    },
  });
}

/** Calls' connections that concurrent queries share. */
const SHARED = 2;

function serverFor({ url, directUrl, replicaUrl, limits }: OnServer, use: Use): Server {
  const isPooled = directUrl !== undefined;
  if (use === 'replica') {
    // While it is away the primary answers.
    return { url: replicaUrl ?? url, limits: { ...limits, connect: 1 }, isPooled };
  }
  // Long work with session settings cannot share a pooled connection.
  if (use === 'maintenance') return { url: directUrl ?? url, limits: noLimits, isPooled: false };
  // The queue rebuilds an index now and then.
  const longer = { ...limits, statement: limits.statement * 10 };
  return { url, limits: use === 'queue' ? longer : limits, isPooled };
}

const poolState = (name: PoolState['name']): PoolState => ({ name, busy: 0, waiting: 0 });

function fromDialect(
  kind: Database['kind'],
  use: PoolState['name'],
  dialect: Dialect,
  forJobs: Database['forJobs'],
  {
    replica,
    shared,
    sendsAlong = false,
    poolFor,
    release,
    disk,
  }: {
    replica?: Query | undefined;
    shared?: SharedConnections;
    sendsAlong?: boolean;
    poolFor: Database['poolFor'];
    release: () => Promise<void>;
    disk?: DiskWatch | undefined;
  },
): Database {
  const pool = poolState(use);
  const kysely = new Outside({ dialect: guarded(dialect, pool) }, shared);
  const reads = { replica: 0, primary: 0 };
  return {
    kind,
    query: kysely,
    transaction: (work) =>
      inTransaction((all) => kysely.transaction().execute(all), work, sendsAlong),
    read: replica ? readsFrom(kysely, replica, reads) : (work) => work(kysely),
    reads,
    pool,
    forJobs,
    poolFor,
    ...(disk && { disk }),
    async close() {
      await kysely.destroy();
      await release();
    },
  };
}

/** Outside of a transaction; prepared reads use shared connections where possible. */
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
    const asked = this.#shared?.ask(statement);
    const rows =
      asked &&
      (await traced(
        () => statementStep(statement.sql),
        () => asked,
      ));
    return rows ? { rows: rows as R[] } : super.executeQuery(statement, options);
  }
}

/**
 * A second connection inside a transaction would hang on PGlite, and see another state on a server.
 */
function guarded(dialect: Dialect, pool: PoolState): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      const release = driver.releaseConnection.bind(driver);
      const watched = new WeakSet<DatabaseConnection>();
      driver.releaseConnection = (connection) => {
        pool.busy -= 1;
        return release(connection);
      };
      driver.acquireConnection = async (options) => {
        refuseInsideTransaction('the outer database');
        const connection = await waitedFor(pool, () => named(acquire(options)));
        if (!watched.has(connection)) {
          const execute = connection.executeQuery.bind(connection);
          connection.executeQuery = (query, how) =>
            traced(
              () => statementStep(query.sql),
              () => named(execute(query, how)),
            );
          watched.add(connection);
        }
        return connection;
      };
      return driver;
    },
  };
}

async function waitedFor<T>(pool: PoolState, acquire: () => Promise<T>): Promise<T> {
  const began = performance.now();
  pool.waiting += 1;
  try {
    const connection = await acquire();
    pool.busy += 1;
    return connection;
  } finally {
    pool.waiting -= 1;
    poolWaitSeconds.observe({ pool: pool.name }, (performance.now() - began) / 1000);
  }
}

async function named<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw nameAway(error);
  }
}
