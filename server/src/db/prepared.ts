import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import type { Query } from './database.ts';

/** A placeholder for an argument. */
class StandIn {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }

  [Symbol.toPrimitive](): never {
    throw new Error('A prepared statement is put together before its arguments are known');
  }
}

const names = new Map<string, string>();
const reads = new Set<string>();

/** Of a statement declared with {@link prepared}, or of a frequent write. */
export const preparedName = (sql: string): string | undefined => names.get(sql) ?? nameOfWrite(sql);

const ALL_COLUMNS = /(?:\bselect|\breturning|[.,])\s*\*/;

/** A write is prepared once it has come this often. */
const OFTEN = 20;
/** Most prepared writes of a connection. */
const MOST = 150;
const made = new Map<string, number>();

/** Orders and jobs mostly write, and each write was planned again. */
function nameOfWrite(sql: string): string | undefined {
  if (names.size >= MOST || !/^\s*(?:insert|update|delete|with)\b/.test(sql)) return undefined;
  const times = (made.get(sql) ?? 0) + 1;
  made.set(sql, times);
  // Lists of many lengths are many rare statements.
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

/** Reads only, and takes no locks. */
export const isPreparedRead = (sql: string): boolean => reads.has(sql);

/**
 * Built once in a process, planned once on each connection. `build` gets placeholders, so it must
 * pass them all on unread. Name the columns: a migration would break a prepared `*`.
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
