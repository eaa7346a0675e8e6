import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import type { Query } from './database.ts';

/** What stands in a statement where an argument will: it can be passed on, and nothing else. */
class StandIn {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }

  [Symbol.toPrimitive](): never {
    throw new Error('A prepared statement is put together before its arguments are known');
  }
}

/** The names under which connections know prepared statements, by their SQL. */
const names = new Map<string, string>();
const reads = new Set<string>();

/** The name of a statement that was declared with {@link prepared}, or of a write that is often made. */
export const preparedName = (sql: string): string | undefined => names.get(sql) ?? nameOfWrite(sql);

const ALL_COLUMNS = /(?:\bselect|\breturning|[.,])\s*\*/;

/** A write is prepared when it comes for the so-manieth time. */
const OFTEN = 20;
/** What each connection may have to keep on the server. */
const MOST = 150;
const made = new Map<string, number>();

/** Orders and jobs are writes for the most part; each was read and planned anew every time. */
function nameOfWrite(sql: string): string | undefined {
  if (names.size >= MOST || !/^\s*(?:insert|update|delete|with)\b/.test(sql)) return undefined;
  const times = (made.get(sql) ?? 0) + 1;
  made.set(sql, times);
  // Lists of many lengths are many statements, of which none comes often.
  if (made.size > MOST * 10) made.clear();
  if (times < OFTEN || ALL_COLUMNS.test(sql)) return undefined;
  made.delete(sql);
  return remember(sql);
}

function remember(sql: string): string {
  const name = `p_${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`;
  names.set(sql, name);
  return name;
}

/** Whether it is one that only reads, and waits for nobody. */
export const isPreparedRead = (sql: string): boolean => reads.has(sql);

/**
 * A statement that is asked all the time: put together once in a process, and read and planned once
 * on each connection of a server. `build` gets stand-ins for its arguments, so it can neither look
 * at them nor leave one out. It names its columns: one that a migration adds meanwhile would break
 * a prepared `*`.
 */
export function prepared<Args extends readonly unknown[], Row>(
  build: (db: Query, ...args: Args) => CompiledQuery<Row>,
): (db: Query, ...args: Args) => Promise<Row[]> {
  let statement: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    statement ??= compile(args.length, (standIns) => build(db, ...(standIns as unknown as Args)));
    const parameters = statement.parameters.map((one) =>
      one instanceof StandIn ? args[one.at] : one,
    );
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows;
  };
}

function compile<Row>(
  count: number,
  build: (standIns: readonly StandIn[]) => CompiledQuery<Row>,
): CompiledQuery<Row> {
  const standIns = Array.from({ length: count }, (_, at) => new StandIn(at));
  const statement = build(standIns);
  const { sql, parameters } = statement;
  if (!standIns.every((one) => parameters.includes(one))) {
    throw new Error(`A prepared statement does not use all its arguments: ${sql}`);
  }
  if (ALL_COLUMNS.test(sql)) {
    throw new Error(`A prepared statement names its columns: ${sql}`);
  }
  if (/^\s*select\b/i.test(sql) && !/\bfor (?:update|share)\b/i.test(sql)) reads.add(sql);
  remember(sql);
  return statement;
}
