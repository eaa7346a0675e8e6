import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import type { Query, Tx } from './database.ts';

/** Builds one statement that writes all of them. */
export type WriteAll<Row> = (db: Query, rows: readonly Row[]) => CompiledQuery;

interface Mark {
  open: boolean;
  /** What is to be written at the end. */
  readonly rows: Map<WriteAll<never>, unknown[]>;
  /** Sent with the commit. */
  last: CompiledQuery[];
}

const transactions = new AsyncLocalStorage<Mark>();

/** Refuses the network and the outer `db` inside a transaction. */
export function refuseInsideTransaction(what: string): void {
  if (transactions.getStore()?.open) {
    throw new Error(`${what} was used inside a transaction: use tx, and call the network outside`);
  }
}

/**
 * Written in the transaction, with its commit, in one statement with others of its kind. For rows
 * that the transaction itself does not read.
 */
export async function writeLast<Row>(db: Query, write: WriteAll<Row>, row: Row): Promise<void> {
  const mark = transactions.getStore();
  if (!mark?.open) {
    await db.executeQuery(write(db, [row]));
    return;
  }
  const rows = mark.rows.get(write);
  if (rows) rows.push(row);
  else mark.rows.set(write, [row]);
}

/** @param sendsAlong whether the driver sends the last statements with the commit */
export async function inTransaction<T>(
  execute: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  work: (tx: Tx) => Promise<T>,
  sendsAlong: boolean,
): Promise<T> {
  refuseInsideTransaction('db.transaction');
  const mark: Mark = { open: false, rows: new Map(), last: [] };
  try {
    return await transactions.run(mark, () =>
      execute(async (tx) => {
        mark.open = true;
        const answer = await work(tx);
        const last = [...mark.rows].map(([write, rows]) => write(tx, rows as never[]));
        if (sendsAlong) mark.last = last;
        else for (const statement of last) await tx.executeQuery(statement);
        return answer;
      }),
    );
  } finally {
    // Work that goes on after the commit is outside.
    mark.open = false;
  }
}

/**
 * `begin` goes with the first statement, and the last ones with `commit`: each saves an answer to
 * wait for. The server does them in their order; after one that failed, `commit` rolls back.
 */
export function sendTogether<D extends Driver>(driver: D): D {
  const begin = driver.beginTransaction.bind(driver);
  const commit = driver.commitTransaction.bind(driver);
  const begins = new WeakMap<DatabaseConnection, Promise<unknown>>();
  const watched = new WeakSet<DatabaseConnection>();
  driver.beginTransaction = async (connection, settings) => {
    if (settings.isolationLevel || settings.accessMode) return begin(connection, settings);
    if (!watched.has(connection)) {
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (...asked) => {
        const begun = begins.get(connection);
        begins.delete(connection);
        return begun ? after(begun, execute(...asked)) : execute(...asked);
      };
      watched.add(connection);
    }
    const begun = connection.executeQuery(CompiledQuery.raw('begin'));
    begun.catch(ignored);
    begins.set(connection, begun);
  };
  driver.commitTransaction = async (connection) => {
    const last = transactions.getStore()?.last ?? [];
    const answers = last.map((statement) => connection.executeQuery(statement));
    const committed = commit(connection);
    await after(Promise.all(answers), committed);
  };
  return driver;
}

const ignored = () => {};

/** The first failure is the cause of the second. */
async function after<T>(first: Promise<unknown>, second: Promise<T>): Promise<T> {
  const [before, answer] = await Promise.allSettled([first, second]);
  if (before.status === 'rejected') throw before.reason;
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}
