import type { CompiledQuery } from 'kysely';
import { connectionOf, KeepingConnection, type Server } from './postgres.ts';
import { isPreparedRead } from './prepared.ts';

/** Seconds that an answer may take here. What waits for longer waits on a connection of its own. */
const PATIENCE = 1;
/** Questions that may be on their way on one connection: together they cost it one look or two. */
const AT_ONCE = 16;

/** Connections for short questions, each shared by all who ask at the same time. */
export interface SharedConnections {
  /**
   * The rows of a prepared read. Undefined for any other statement, and when there was no answer:
   * a read does no harm when it is asked again elsewhere, where it may wait, and fail for good.
   */
  ask(statement: CompiledQuery): Promise<unknown[] | undefined>;
  close(): Promise<void>;
}

/**
 * A question does not wait for the answer to the one before it (pipelining): process and server
 * handle many of them in one go, at a third of the cost. The price is that one which hangs holds up
 * those behind it, so none may hang: see {@link PATIENCE}.
 */
export function openShared(
  server: Server,
  { count, application_name }: { count: number; application_name: string },
): SharedConnections {
  const limits = { ...server.limits, lock: PATIENCE, statement: PATIENCE, connect: PATIENCE };
  const settings = {
    ...connectionOf({ ...server, limits }),
    query_timeout: PATIENCE * 1000,
    pipeline: true,
    application_name,
  };
  const connections = Array.from({ length: count }, () => new Shared(settings));
  return {
    async ask(statement) {
      if (!isPreparedRead(statement.sql)) return undefined;
      const connection = connections.find((one) => one.isFree());
      return connection?.ask(statement);
    },
    async close() {
      await Promise.all(connections.map((one) => one.close()));
    },
  };
}

class Shared {
  readonly #settings: ConstructorParameters<typeof KeepingConnection>[0];
  #client: KeepingConnection | undefined;
  #opening: Promise<void> | undefined;
  #isClosed = false;
  #asked = 0;

  constructor(settings: ConstructorParameters<typeof KeepingConnection>[0]) {
    this.#settings = settings;
  }

  /** Nobody waits for it to be opened, again after a failure: meanwhile others answer. */
  isFree(): boolean {
    if (!this.#client) this.#opening ??= this.#open();
    return this.#client !== undefined && this.#asked < AT_ONCE;
  }

  async ask({ sql, parameters }: CompiledQuery): Promise<unknown[] | undefined> {
    const client = this.#client;
    if (!client) return undefined;
    this.#asked += 1;
    try {
      return (await client.query<object>(sql, [...parameters])).rows;
    } catch {
      this.#drop(client);
      return undefined;
    } finally {
      this.#asked -= 1;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening;
    await this.#client?.end();
  }

  async #open(): Promise<void> {
    if (this.#isClosed) return;
    const client = new KeepingConnection(this.#settings);
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    try {
      await client.connect();
      this.#client = client;
    } catch {
      // The pool says why.
    } finally {
      this.#opening = undefined;
    }
  }

  /** What failed once is not asked again: what it has prepared may not be what we think. */
  #drop(client: KeepingConnection): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.giveUp();
  }
}
