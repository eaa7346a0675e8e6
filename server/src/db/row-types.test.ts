import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { declaredColumns } from '../testing/declared-rows.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/** A column as the migrations have made it. */
interface RealColumn {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  /** The database fills it in by itself. */
  filled: boolean;
}

/** What is read from a column of PostgreSQL's type. */
const read: Readonly<Record<string, string>> = {
  text: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  jsonb: 'other',
};

async function realColumns(): Promise<RealColumn[]> {
  const fresh = await freshDatabase();
  const db = await openDatabase(fresh.settings);
  try {
    await migrate(db);
    const { rows } = await sql<RealColumn>`
      select c.table_name as table, c.column_name as column, c.udt_name as type,
        c.is_nullable = 'YES' as nullable,
        c.column_default is not null or c.is_identity = 'YES' as filled
      from information_schema.columns c
      where c.table_schema = 'public'`.execute(db.query);
    return rows;
  } finally {
    await db.close();
    await fresh.drop();
  }
}

test('each store’s rows are the tables’ columns: name, type, null, and what may be left out', async () => {
  const declared = declaredColumns();
  const real = await realColumns();
  const key = (one: { table: string; column: string }) => `${one.table}.${one.column}`;
  const columns = new Map(real.map((one) => [key(one), one]));
  const faults = declared.flatMap((one) => {
    const column = columns.get(key(one));
    if (!column) return [`${one.file}: ${key(one)} is in no migration`];
    const expected = `${read[column.type] ?? column.type}${column.nullable ? ' | null' : ''}`;
    const said = `${one.type}${one.nullable ? ' | null' : ''}`;
    return [
      ...(said === expected ? [] : [`${one.file}: ${key(one)} is ${expected}, not ${said}`]),
      ...(one.optional && !column.filled && !column.nullable
        ? [`${one.file}: ${key(one)} is left out, but nothing fills it in`]
        : []),
    ];
  });
  const tables = new Set(declared.map((one) => one.table));
  const named = new Set(declared.map(key));
  const forgotten = real
    .filter((one) => tables.has(one.table) && !named.has(key(one)) && !one.filled)
    .map(key);
  expect({ faults, forgotten }).toEqual({ faults: [], forgotten: [] });
  expect(tables.size).toBeGreaterThan(30);
});
