import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedDatabase, type TestDatabase } from '../testing/fresh-database.ts';
import { watchStatements } from '../testing/watched-statements.ts';
import { openDatabase, type Database } from './database.ts';
import { writeLast, type WriteAll } from './transactions.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await migratedDatabase();
  db = await openDatabase(database.settings);
  await sql`create table notes (n integer not null)`.execute(db.query);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const insertNotes: WriteAll<number | null> = (query, notes) =>
  sql`insert into notes select unnest(${notes}::int[])`.compile(query);

async function notes(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from notes order by n`.execute(db.query);
  return rows.map(({ n }) => n);
}

test('what is written last is there with the commit, and in one statement', async () => {
  const seen = watchStatements();
  const answer = await db.transaction(async (tx) => {
    await writeLast(tx, insertNotes, 1);
    await sql`select 1`.execute(tx);
    await writeLast(tx, insertNotes, 2);
    return 'done';
  });
  const asked = seen().filter(({ text }) => text.startsWith('insert into notes'));
  expect(answer).toBe('done');
  expect(await notes()).toEqual([1, 2]);
  if (db.kind === 'postgres') expect(asked.map(({ values }) => values)).toEqual([[[1, 2]]]);
});

test('a transaction that ends in an error writes none of it', async () => {
  const before = await notes();
  const ended = db.transaction(async (tx) => {
    await writeLast(tx, insertNotes, 3);
    throw new Error('taken back');
  });
  await expect(ended).rejects.toThrow('taken back');
  expect(await notes()).toEqual(before);
});

test('what cannot be written last takes all of its transaction back, and says why', async () => {
  const before = await notes();
  const ended = db.transaction(async (tx) => {
    await sql`insert into notes values (4)`.execute(tx);
    await writeLast(tx, insertNotes, 5);
    await writeLast(tx, insertNotes, null);
  });
  await expect(ended).rejects.toThrow(/null value in column "n"/);
  expect(await notes()).toEqual(before);
  // The connection is as good as before.
  for (let n = 0; n < 30; n += 1) await db.transaction((tx) => sql`select ${n}::int`.execute(tx));
});

test('a first statement that fails leaves nothing behind, nor does one that was never asked', async () => {
  const before = await notes();
  const failed = db.transaction(async (tx) => {
    await sql`insert into notes values (null)`.execute(tx);
  });
  await expect(failed).rejects.toThrow(/null value in column "n"/);
  const ignored = db.transaction(async (tx) => {
    await sql`insert into no_such_table values (1)`.execute(tx).catch(() => {});
    await writeLast(tx, insertNotes, 6);
  });
  await expect(ignored).rejects.toThrow(/current transaction is aborted/);
  await db.transaction(async () => {});
  expect(await notes()).toEqual(before);
});

test('outside of a transaction it is written at once', async () => {
  const before = await notes();
  await writeLast(db.query, insertNotes, 7);
  expect(await notes()).toEqual([...before, 7]);
});
