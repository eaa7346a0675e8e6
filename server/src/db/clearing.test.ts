import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../testing/fresh-database.ts';
import { clearAway } from './clearing.ts';
import { openDatabase, type Database } from './database.ts';

const ROWS = 9000;

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await freshDatabase();
  db = await openDatabase(database.settings);
  await sql`create table old (n integer primary key, at timestamptz not null)`.execute(db.query);
  await sql`insert into old select n, now() - n * interval '1 minute'
    from generate_series(1, ${ROWS}::int) as n`.execute(db.query);
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const left = async () =>
  (await sql<{ n: number }>`select n from old order by n`.execute(db.query)).rows.map(({ n }) => n);

test('what is old is deleted to the last row, and what is not is left', async () => {
  const old = sql`n > ${100}`;
  expect(await clearAway(db.query, 'old', old)).toBe(ROWS - 100);
  expect(await left()).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  expect(await clearAway(db.query, 'old', old)).toBe(0);
});

test('several that clear away at once delete each row once, and none fails', async () => {
  const counts = await Promise.all(
    Array.from({ length: 5 }, () => clearAway(db.query, 'old', sql`n > ${10}`)),
  );
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(ROWS - 10);
  expect(await left()).toHaveLength(10);
});
