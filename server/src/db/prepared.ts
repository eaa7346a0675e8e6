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

/** Of a statement declared with {@link prepared}, or of a frequent one. */
export function preparedForm(sql: string): { name: string; text: string } | undefined {
  const name = names.get(sql) ?? nameOfFrequent(sql);
  return name === undefined ? undefined : { name, text: spelledOut.get(sql) ?? sql };
}

const ALL_COLUMNS = /(?:\bselect|\breturning|[.,])\s*\*/;

/** A statement is prepared once it has come so often; so many at most, on each connection. */
let often = 20;
let most = 200;

/** For tests: each has connections of its own, and their plans are small beside planning again. */
export function prepareSooner(): void {
  often = 2;
  most = 3000;
}

const made = new Map<string, number>();
/** With the columns that `select *` stood for: a migration would break a prepared `*`. */
const spelledOut = new Map<string, string>();
const PREPARABLE = /^\s*(?:select|insert|update|delete|with)\b/;
const ALL_OF_ONE = /^select \* from "\w+" where (?:(?! join |\*).)*$/s;

/** Orders and jobs ask the same all the time, and each statement was planned again. */
function nameOfFrequent(sql: string): string | undefined {
  if (names.size >= most || !PREPARABLE.test(sql)) return undefined;
  const times = (made.get(sql) ?? 0) + 1;
  made.set(sql, times);
  // Lists of many lengths are many rare statements.
  if (made.size > most * 10) made.clear();
  if (times < often || (ALL_COLUMNS.test(sql) && !spelledOut.has(sql))) return undefined;
  made.delete(sql);
  if (ONE_BY_KEYS.test(sql)) reads.add(sql);
  return remember(sql);
}

/** Small reads, which may go on a shared connection. */
const ONE_BY_KEYS =
  /^select [^()]* from "\w+" where (?:"\w+" (?:= \$\d+|is null|in \([$\d, ]+\))(?: and )?)+(?: order by [^()]*)?$/;

const isToBeSpelledOut = (sql: string): boolean =>
  !spelledOut.has(sql) && (made.get(sql) ?? 0) >= often && ALL_OF_ONE.test(sql);

const UNDEFINED_COLUMN = '42703';

/** The columns of a frequent `select *`, and that a migration has taken one of them away. */
export function learning<Answer extends { readonly fields: readonly { readonly name: string }[] }>(
  sql: string,
  answer: Promise<Answer>,
): Promise<Answer> {
  if (!sql.startsWith('select *')) return answer;
  return answer.then(
    (result) => {
      if (isToBeSpelledOut(sql)) {
        const list = result.fields.map(({ name }) => `"${name}"`).join(', ');
        spelledOut.set(sql, sql.replace('select *', `select ${list}`));
      }
      return result;
    },
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === UNDEFINED_COLUMN) {
        forgetPrepared(sql);
      }
      throw error;
    },
  );
}

function forgetPrepared(sql: string): void {
  if (!spelledOut.delete(sql)) return;
  names.delete(sql);
  reads.delete(sql);
}

function remember(sql: string): string {
  const text = spelledOut.get(sql) ?? sql;
  const name = `p_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
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
