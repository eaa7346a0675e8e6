import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Pool } from './pools.ts';
import { preparedName } from './prepared.ts';

const INT8 = 20;
// Counts and sums fit a double; PGlite does the same.
pg.types.setTypeParser(INT8, Number);

/** Seconds; 0 is forever. */
export interface DatabaseLimits {
  readonly lock: number;
  readonly statement: number;
  /** Idle in a transaction: the server ends it. */
  readonly idle: number;
  readonly connect: number;
}

/** For migrations and index builds. */
export const noLimits: DatabaseLimits = { lock: 0, statement: 0, idle: 0, connect: 30 };

const ms = (seconds: number) => Math.round(seconds * 1000);
/** The server's own limit has passed: the answer was lost on the way. */
const SWALLOWED = 5;

export interface Server {
  readonly url: string;
  readonly limits: DatabaseLimits;
  /** A transaction pooler ignores settings of a session (pooler.ts). */
  readonly isPooled: boolean;
}

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

/** A connection whose answer did not come must not be reused. */
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

  giveUp(): void {
    if (!this.#isGivenUp) void this.end();
    this.#isGivenUp = true;
  }

  protected asks(asked: Asked): Asked {
    return asked;
  }
}

/** Keeps prepared statements, which a pooler cannot (docs/decisions/0350). */
export class KeepingConnection extends Connection {
  protected override asks([text, values, ...more]: Asked): Asked {
    const isOne = typeof text === 'string' && Array.isArray(values);
    const name = isOne ? preparedName(text) : undefined;
    return (name ? [{ name, text, values }, ...more] : [text, values, ...more]) as unknown as Asked;
  }
}

/** 15 and up. */
export function openPostgres(server: Server, pool: Pool): PostgresDialect {
  const connections = new pg.Pool({ ...connectionOf(server), ...pool });
  // A broken idle connection must not end the process.
  connections.on('error', () => {});
  // Nor one in use: its caller gets the error.
  connections.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool: connections });
}
