import type { Writable } from 'node:stream';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { KnownAnswer, KnownAnswers } from './known-answer.ts';
import type { Pool } from './pools.ts';
import { learning, preparedForm } from './prepared.ts';
import { sendTogether } from './transactions.ts';

const INT8 = 20;
// Counts and sums fit a double; PGlite does the same.
pg.types.setTypeParser(INT8, Number);

const TIMESTAMPTZ = 1184;
const readTime = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;
/** `2026-11-23 00:12:34.567891+00`, as almost always: a call reads many. */
pg.types.setTypeParser(TIMESTAMPTZ, (text) =>
  text[4] === '-' && text[10] === ' ' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`)
    : readTime(text),
);

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

interface Pipelining {
  readonly pipeline: boolean;
  readonly connection: { readonly stream: Writable };
}

/** A connection whose answer did not come must not be reused. */
class Connection extends pg.Client {
  #isGivenUp = false;
  #holdsBegin = false;

  override query = ((...asked: Asked) => {
    const answer: unknown = this.#sendTogether(asked);
    if (!(answer instanceof Promise)) return answer;
    return this.learns(asked, answer as Promise<pg.QueryResult>).catch((error: unknown) => {
      if (error instanceof Error && error.message === 'Query read timeout') this.giveUp();
      throw error;
    });
  }) as unknown as pg.Client['query'];

  /** In one write: each wakes the server. `begin` waits for the statement after it. */
  #sendTogether(asked: Asked): unknown {
    const { pipeline, connection } = this as unknown as Pipelining;
    if (!pipeline) return this.send(asked);
    const { stream } = connection;
    stream.cork();
    try {
      return this.send(asked);
    } finally {
      const held = this.#holdsBegin;
      this.#holdsBegin = (asked[0] as unknown) === 'begin';
      if (held) stream.uncork();
      if (!this.#holdsBegin) this.soon(() => stream.uncork());
    }
  }

  protected soon(send: () => void): void {
    process.nextTick(send);
  }

  giveUp(): void {
    if (!this.#isGivenUp) void this.end();
    this.#isGivenUp = true;
  }

  protected send(asked: Asked): unknown {
    return super.query(...asked);
  }

  protected learns(_asked: Asked, answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    return answer;
  }
}

/** Keeps prepared statements, which a pooler cannot (docs/decisions/0350). */
export class KeepingConnection extends Connection {
  readonly #known = new KnownAnswers();

  protected override send(asked: Asked): unknown {
    const [text, values, ...more] = asked;
    const isOne = typeof text === 'string' && Array.isArray(values);
    const form = isOne ? preparedForm(text) : undefined;
    if (!form) return super.send(asked);
    if (more.length > 0) return super.send([{ ...form, values }, ...more] as unknown as Asked);
    return this.#ask(form, values as unknown[]);
  }

  #ask(form: { name: string; text: string }, values: readonly unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const answer = new KnownAnswer(this.#known, form, values, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
      super.send([answer] as unknown as Asked);
    });
  }

  protected override learns([text]: Asked, answer: Promise<pg.QueryResult>) {
    return typeof text === 'string' ? learning(text, answer) : answer;
  }
}

/** 15 and up. */
export function openPostgres(server: Server, pool: Pool): PostgresDialect {
  const pipeline = sendsTogether(server);
  const connections = new pg.Pool({ ...connectionOf(server), ...pool, pipeline });
  // A broken idle connection must not end the process.
  connections.on('error', () => {});
  // Nor one in use: its caller gets the error.
  connections.on('connect', (client) => client.on('error', () => {}));
  return new (pipeline ? TogetherDialect : PostgresDialect)({ pool: connections });
}

/** Whether a transaction's first and last statements go together with its begin and commit. */
export const sendsTogether = (server: Server): boolean => !server.isPooled;

class TogetherDialect extends PostgresDialect {
  override createDriver() {
    return sendTogether(super.createDriver());
  }
}
