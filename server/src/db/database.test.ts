import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { freshDatabase, migratedDatabase, type TestDatabase } from '../testing/fresh-database.ts';
import { openDatabase, refuseInsideTransaction, type Database } from './database.ts';
import { migrate, pendingMigrations } from './migrate.ts';

let db: Database;
let drop: () => Promise<void>;

async function open(database: TestDatabase): Promise<void> {
  db = await openDatabase(database.settings);
  drop = () => database.drop();
}
afterEach(async () => {
  await db.close();
  await drop();
});

test('the outer database is refused inside a transaction, where it would wait for ever', async () => {
  await open(await migratedDatabase());
  const inside = db.transaction(async (tx) => {
    await sql`select 1`.execute(tx);
    await sql`select 1`.execute(db.query);
  });
  await expect(inside).rejects.toThrow(/inside a transaction: use tx/);
});

test('a transaction inside a transaction, and the network, are refused', async () => {
  await open(await migratedDatabase());
  await expect(db.transaction(() => db.transaction(async () => {}))).rejects.toThrow(/use tx/);
  await expect(db.transaction(async () => refuseInsideTransaction('the carrier'))).rejects.toThrow(
    /the carrier was used inside a transaction/,
  );
  refuseInsideTransaction('the carrier');
});

test('a statement of one caller never runs inside the transaction of another', async () => {
  await open(await migratedDatabase());
  await sql`create table seen (n integer)`.execute(db.query);
  const entered = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  const aborted = db.transaction(async (tx) => {
    await sql`insert into seen values (1)`.execute(tx);
    entered.resolve();
    await leave.promise;
    throw new Error('taken back');
  });
  await entered.promise;
  const outside = sql`insert into seen values (2)`.execute(db.query);
  leave.resolve();
  await expect(aborted).rejects.toThrow('taken back');
  await outside;
  const { rows } = await sql<{ n: number }>`select n from seen`.execute(db.query);
  expect(rows).toEqual([{ n: 2 }]);
});

test('counts and times come back alike from both kinds of database', async () => {
  await open(await migratedDatabase());
  const { rows } = await sql<{ count: number; at: Date; body: object }>`
    select count(*) as count, '2026-03-01T12:00:00Z'::timestamptz as at, '{"a":1}'::jsonb as body
    from generate_series(1, 3)`.execute(db.query);
  expect(rows).toEqual([{ count: 3, at: new Date('2026-03-01T12:00:00Z'), body: { a: 1 } }]);
});

test('a migration that was merged after later ones is made all the same', async () => {
  await open(await migratedDatabase());
  const late = '2026-11-22-240-account-street-unit';
  await sql`alter table customers drop column street_unit`.execute(db.query);
  await sql`delete from kysely_migration where name = ${late}`.execute(db.query);
  expect(await pendingMigrations(db)).toEqual([late]);
  expect(await migrate(db)).toEqual([late]);
  await sql`select street_unit from customers`.execute(db.query);
});

test('[N04] an older version starts next to a newer one on the same database', async () => {
  await open(await migratedDatabase());
  const late = '2026-11-22-240-account-street-unit';
  await sql`insert into kysely_migration values ('2099-01-01-of-a-newer-version', ${new Date().toISOString()})`.execute(
    db.query,
  );
  expect(await migrate(db)).toEqual([]);
  await sql`alter table customers drop column street_unit`.execute(db.query);
  await sql`delete from kysely_migration where name = ${late}`.execute(db.query);
  expect(await migrate(db)).toEqual([late]);
});

test('migrating twice does nothing the second time', async () => {
  await open(await freshDatabase());
  expect((await migrate(db)).length).toBeGreaterThan(0);
  expect(await migrate(db)).toEqual([]);
  expect(await pendingMigrations(db)).toEqual([]);
});
