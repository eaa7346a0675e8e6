import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../testing/fresh-database.ts';
import { clearAway } from './clearing.ts';
import { openDatabase } from './database.ts';

test('a row that somebody is using is left for the next round, and nobody waits', async () => {
  const database = await freshDatabase();
  if (database.settings.kind !== 'postgres') throw new Error('This is about a server');
  const db = await openDatabase(database.settings);
  const other = new pg.Client({ connectionString: database.settings.url });
  await other.connect();
  try {
    await sql`create table old (n integer primary key)`.execute(db.query);
    await sql`insert into old select generate_series(1, 5000)`.execute(db.query);
    await other.query('begin; select * from old where n = 4700 for update');
    // Whoever waited would wait for good, or fail.
    expect(await clearAway(db.query, 'old', sql`true`)).toBe(4999);
    await other.query('commit');
    expect(await clearAway(db.query, 'old', sql`true`)).toBe(1);
  } finally {
    await other.end();
    await db.close();
    await database.drop();
  }
});
