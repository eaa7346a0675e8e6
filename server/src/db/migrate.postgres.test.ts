import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migratedDatabase } from '../testing/fresh-database.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate, pendingMigrations } from './migrate.ts';

const LATE = '2026-11-22-240-account-street-unit';

let db: Database;
let second: Database;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await migratedDatabase();
  [db, second] = [await openDatabase(database.settings), await openDatabase(database.settings)];
  drop = () => database.drop();
  await sql`alter table customers drop column street_unit`.execute(db.query);
  await sql`delete from kysely_migration where name = ${LATE}`.execute(db.query);
});
afterEach(async () => {
  await db.close();
  await second.close();
  await drop();
});

/** Somebody has a transaction open until they are told to end it. */
async function hold(statement: ReturnType<typeof sql>): Promise<() => Promise<void>> {
  const taken = Promise.withResolvers<void>();
  const ends = Promise.withResolvers<void>();
  const over = second.transaction(async (tx) => {
    await statement.execute(tx);
    taken.resolve();
    await ends.promise;
  });
  await Promise.race([taken.promise, over]);
  return async () => {
    ends.resolve();
    await over;
  };
}

test('[N04] customers behind a migration that waits for their table are let through, and it comes to its end', async () => {
  const letGo = await hold(sql`select * from customers`);
  const migrated = migrate(db);
  let slowest = 0;
  let since = 0;
  // It is in the way once, for the second that it waits; whoever comes after that is let through.
  while (since < 20) {
    const asked = Date.now();
    await sql`select email from customers limit 1`.execute(db.query);
    slowest = Math.max(slowest, Date.now() - asked);
    if (slowest > 300) since += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(slowest).toBeLessThan(2500);
  expect(await pendingMigrations(db)).toEqual([LATE]);
  await letGo();
  expect(await migrated).toEqual([LATE]);
  await sql`select street_unit from customers`.execute(db.query);
});

test('[N04] processes that start at once make a migration once', async () => {
  const made = await Promise.all([migrate(db), migrate(second), migrate(db)]);
  expect(made.flat()).toEqual([LATE]);
});

test('[N04] an index is built while customers write, and one that broke off is built again', async () => {
  await migrate(db);
  const folder = await mkdtemp(join(tmpdir(), 'portside-migrations-'));
  const own = pathToFileURL(resolve(import.meta.dirname, 'build-index.ts')).href;
  await writeFile(
    join(folder, '2099-01-01-by-city.mjs'),
    `import { sql } from '${import.meta.resolve('kysely')}';
    import { buildIndex } from '${own}';
    export const outsideTransaction = true;
    export const up = (db) => buildIndex(db, 'customers_by_city', sql\`customers (city)\`);`,
  );
  const letGo = await hold(sql`lock table customers in row exclusive mode`);
  const built = migrate(db, folder);
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where query like 'create index concurrently%'
        and datname = current_database() and wait_event_type = 'Lock'`.execute(db.query);
    return rows.length > 0;
  };
  while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 20));
  // A plain index would hold this up until it is built, which it is not before the lock is let go.
  await sql`update customers set city = city`.execute(db.query);
  await letGo();
  expect(await built).toEqual(['2099-01-01-by-city']);
  const state = () =>
    sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = 'customers_by_city'::regclass`.execute(
      db.query,
    );
  expect((await state()).rows).toEqual([{ indisvalid: true }]);

  await sql`update pg_index set indisvalid = false
    where indexrelid = 'customers_by_city'::regclass`.execute(db.query);
  await sql`delete from kysely_migration where name like '2099%'`.execute(db.query);
  expect(await migrate(db, folder)).toEqual(['2099-01-01-by-city']);
  expect((await state()).rows).toEqual([{ indisvalid: true }]);
  await rm(folder, { recursive: true });
});
