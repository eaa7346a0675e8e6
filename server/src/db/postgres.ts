import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Pool } from './pools.ts';
import { preparedName } from './prepared.ts';

const INT8 = 20;
// Counts and sums fit a double; PGlite is told the same (pglite.ts).
pg.types.setTypeParser(INT8, Number);

/** How long a connection may wait for what. Seconds; 0 is for ever. */
export interface DatabaseLimits {
  /** For a row that somebody else holds. */
  readonly lock: number;
  /** For the answer to one statement. */
  readonly statement: number;
  /** Between two statements of a transaction: then the server ends it, and its locks. */
  readonly idle: number;
  /** For a connection: of the server, or for one of ours to come free. */
  readonly connect: number;
}

/** For work that may take as long as it takes: migrations wait for each other, and build indexes. */
export const noLimits: DatabaseLimits = { lock: 0, statement: 0, idle: 0, connect: 30 };

const ms = (seconds: number) => Math.round(seconds * 1000);
/** A server that keeps its word has answered by then: the network swallowed it. */
const SWALLOWED = 5;

/** Where connections lead. */
export interface Server {
  readonly url: string;
  readonly limits: DatabaseLimits;
  /**
   * A pooler lends its connections by transaction: nothing can be set for ours. What the server ends
   * by itself is set where the pooler opens them (pooler.ts); our own patience stays.
   */
  readonly isPooled: boolean;
}

/** The settings of a connection, ours and those of the jobs' queue. */
export const connectionOf = ({ url, limits, isPooled }: Server) => ({
  connectionString: url,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  ...(!isPooled && {
    lock_timeout: ms(limits.lock),
    statement_timeout: ms(limits.statement),
    idle_in_transaction_session_timeout: ms(limits.idle),
  }),
  connectionTimeoutMillis: ms(limits.connect),
  query_timeout: limits.statement && ms(limits.statement + SWALLOWED),
  Client: isPooled ? Connection : KeepingConnection,
});

type Asked = Parameters<pg.Client['query']>;

/** One whose answer did not come is no use to whoever has it next. */
class Connection extends pg.Client {
  #isGivenUp = false;

  override query = ((...asked: Asked) => {
    const answer: unknown = super.query(...this.asks(asked));
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if (error instanceof Error && error.message === 'Query read timeout') this.giveUp();
      throw error;
    });
  }) as unknown as pg.Client['query'];

  /** Nobody asks it anything more. */
  giveUp(): void {
    if (!this.#isGivenUp) void this.end();
    this.#isGivenUp = true;
  }

  protected asks(asked: Asked): Asked {
    return asked;
  }
}

/** One that keeps what it has prepared. A pooler that lends its connections does not (0350). */
export class KeepingConnection extends Connection {
  protected override asks([text, values, ...more]: Asked): Asked {
    const isOne = typeof text === 'string' && Array.isArray(values);
    const name = isOne ? preparedName(text) : undefined;
    return (name ? [{ name, text, values }, ...more] : [text, values, ...more]) as unknown as Asked;
  }
}

/** A PostgreSQL server, 15 and up. */
export function openPostgres(server: Server, pool: Pool): PostgresDialect {
  const connections = new pg.Pool({ ...connectionOf(server), ...pool });
  // A connection that breaks while idle is replaced at the next use; it must not end the process.
  connections.on('error', () => {});
  // Nor must one that breaks while somebody has it: what they ask of it fails, and says why.
  connections.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool: connections });
}
