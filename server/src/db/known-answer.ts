import pg from 'pg';

/** What a statement's answer looks like: names of its columns, and how each is read. */
interface Shape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** `pg` 8.23 beyond its types; shared-connections.postgres.test.ts tells when it is different. */
interface Inner {
  name: string;
  values: readonly unknown[];
  callback: (error: Error | null, answer: pg.QueryResult) => void;
  _result: Shape;
  _accumulateRows: boolean;
}

/** Of one connection. */
export class KnownAnswers {
  readonly shapes = new Map<string, Shape>();
  #from: object | undefined;
  #quiet: object | undefined;

  /** The connection, without asking what the answer will look like. */
  quiet(connection: object): object {
    if (this.#from !== connection) {
      this.#from = connection;
      this.#quiet = Object.create(connection, { describe: { value: () => {} } }) as object;
    }
    return this.#quiet ?? connection;
  }
}

const Base = pg.Query as unknown as new (text: string) => Inner & {
  prepare(connection: object): void;
  handleRowDescription(message: object): void;
  handleCommandComplete(message: object, connection: object): void;
};

/**
 * A prepared statement has the same columns as long as it is prepared: PostgreSQL refuses to execute
 * it when a migration has changed them. So they are asked for once on a connection.
 */
export class KnownAnswer extends Base {
  readonly #known: KnownAnswers;

  constructor(
    known: KnownAnswers,
    { name, text }: { name: string; text: string },
    values: readonly unknown[],
    callback: Inner['callback'],
  ) {
    super(text);
    this.#known = known;
    this.name = name;
    this.values = values;
    this.callback = callback;
  }

  override prepare(connection: object): void {
    const shape = this.#known.shapes.get(this.name);
    if (!shape) return super.prepare(connection);
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    super.prepare(this.#known.quiet(connection));
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    this.#learn();
  }

  /** What answers without rows has no columns to describe. */
  override handleCommandComplete(message: object, connection: object): void {
    if (!this.#known.shapes.has(this.name)) this.#learn();
    super.handleCommandComplete(message, connection);
  }

  #learn(): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#known.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}
