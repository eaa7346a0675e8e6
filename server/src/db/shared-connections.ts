import type { CompiledQuery } from 'kysely';
import { connectionOf, KeepingConnection, type Server } from './postgres.ts';
import { isPreparedRead } from './prepared.ts';

/** Seconds for an answer; whatever waits longer needs a connection of its own. */
const PATIENCE = 1;
/** Queries in progress on one connection. */
const AT_ONCE = 16;

export interface SharedConnections {
  /**
   * Undefined for anything but a prepared read, and without an answer in time: a read may be
   * repeated elsewhere.
   */
  ask(statement: CompiledQuery): Promise<unknown[] | undefined> | undefined;
  close(): Promise<void>;
}

/**
 * Pipelining: many queries in one go, at a third of the cost. A hanging one would block the others,
 * hence {@link PATIENCE}.
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
    ask(statement) {
      if (!isPreparedRead(statement.sql)) return undefined;
      return connections.find((one) => one.isFree())?.ask(statement);
    },
    async close() {
      await Promise.all(connections.map((one) => one.close()));
    },
  };
}

/** What several callers ask in the same turn of the event loop goes in one write. */
class SharedConnection extends KeepingConnection {
  protected override soon(send: () => void): void {
    setImmediate(send);
  }
}

class Shared {
  readonly #settings: ConstructorParameters<typeof KeepingConnection>[0];
  #client: SharedConnection | undefined;
  #opening: Promise<void> | undefined;
  #isClosed = false;
  #asked = 0;

  constructor(settings: ConstructorParameters<typeof KeepingConnection>[0]) {
    this.#settings = settings;
  }

  /** Nobody waits for it to be opened again: others answer. */
  isFree(): boolean {
    if (!this.#client) this.#opening ??= this.#open();
    return this.#client !== undefined && this.#asked < AT_ONCE;
  }

  async ask({ sql, parameters }: CompiledQuery): Promise<unknown[] | undefined> {
    const client = this.#client;
    if (!client) return undefined;
    this.#asked += 1;
    try {
      return (await client.query(sql, parameters as unknown[])).rows as unknown[];
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
    const client = new SharedConnection(this.#settings);
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    try {
      await client.connect();
      this.#client = client;
    } catch {
      // The pool reports why.
    } finally {
      this.#opening = undefined;
    }
  }

  /** After a failure its prepared statements are unknown. */
  #drop(client: SharedConnection): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.giveUp();
  }
}
