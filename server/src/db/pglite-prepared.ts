import {
  type PGlite,
  type QueryOptions,
  type Results,
  type Transaction,
  parse,
  protocol,
} from '@electric-sql/pglite';
import { learning, preparedForm } from './prepared.ts';

const { serialize } = protocol;

type Answers = Awaited<ReturnType<PGlite['execProtocolStream']>>;
type Asked = readonly [text: string, values?: unknown[], options?: QueryOptions];

/** What a prepared statement takes and gives. */
interface Known {
  readonly parameters: readonly number[];
  readonly columns: Answers;
}

/** A migration has changed what a prepared statement answers. */
const OTHER_COLUMNS = '0A000';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/**
 * Frequent statements are prepared, as on a server: PGlite by itself parses and plans each anew, and
 * asks it in six steps, which takes five times as long.
 */
export function prepareFrequent(pglite: PGlite): void {
  const known = new Map<string, Known>();
  /** Of names that may stand for something else there. */
  const stale = new Set<string>();

  const send = (...messages: Uint8Array[]): Promise<Answers> =>
    pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });

  async function prepare({ name, text }: { name: string; text: string }): Promise<Known> {
    const before = stale.has(name) ? [serialize.close({ type: 'S', name })] : [];
    stale.add(name);
    const told = await send(
      ...before,
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    );
    const found: Known = {
      parameters: parse.parseDescribeStatementResults(told),
      columns: told.filter((one) => one.name === 'rowDescription'),
    };
    known.set(name, found);
    stale.delete(name);
    return found;
  }

  async function ask<T>(
    form: { name: string; text: string },
    values: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Results<T>> {
    const { parameters, columns } = known.get(form.name) ?? (await prepare(form));
    const bound = values.map((value, at) => {
      if (value === null || value === undefined) return null;
      const serializer = pglite.serializers[parameters[at] ?? 0] ?? String;
      return serializer(value);
    });
    try {
      const answers = await send(
        serialize.bind({ statement: form.name, values: bound }),
        serialize.execute({}),
      );
      const [result] = parse.parseResults([...columns, ...answers], pglite.parsers, options);
      return result as Results<T>;
    } catch (error) {
      if (codeOf(error) === OTHER_COLUMNS && known.delete(form.name)) stale.add(form.name);
      throw error;
    }
  }

  const query = pglite.query.bind(pglite);
  pglite.query = <T>(...[text, values = [], options]: Asked): Promise<Results<T>> => {
    const form = preparedForm(text);
    if (!form) return learning(text, query<T>(text, values, options));
    const once = () =>
      pglite._runExclusiveTransaction(async () => {
        await pglite._checkReady();
        const result = await pglite._runExclusiveQuery(() => ask<T>(form, values, options));
        await pglite.syncToFs();
        return result;
      });
    // Nothing was done: what was prepared did not fit any more.
    const again = (error: unknown) => {
      if (codeOf(error) === OTHER_COLUMNS) return once();
      throw error;
    };
    return learning(text, once().catch(again));
  };

  const transaction = pglite.transaction.bind(pglite);
  pglite.transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    transaction((tx) => {
      const inside = <R>(...[text, values = [], options]: Asked): Promise<Results<R>> => {
        const form = preparedForm(text);
        return learning(
          text,
          form
            ? pglite._runExclusiveQuery(() => ask<R>(form, values, options))
            : tx.query<R>(text, values, options),
        );
      };
      return work(Object.assign(Object.create(tx) as Transaction, { query: inside }));
    });
}
