import { viewUser } from '@portside/contract/account';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { prepared } from './prepared.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('a column that a newer process adds breaks no call of one that runs', async () => {
  const maya = await app.as('maya@example.com');
  // As many at once as there may be connections: each one has prepared what it asks.
  const callAll = () =>
    Promise.all(
      Array.from({ length: 12 }, async () => [
        await maya.call(viewUser, {}),
        await maya.call(listLines, {}),
        await maya.call(listTransactions, {}),
      ]),
    );
  const before = await callAll();
  for (const table of ['sessions', 'customers', 'lines', 'transactions']) {
    const added = sql`alter table ${sql.table(table)} add column added_meanwhile text`;
    await added.execute(app.app.db.query);
  }
  expect(await callAll()).toEqual(before);
});

test('a prepared statement takes its arguments where they belong, in a transaction too', async () => {
  const told = prepared((db, first: number, second: string) =>
    sql<object>`select ${second} || ':' || ${first}::int || ':' || ${'fixed'} as told`.compile(db),
  );
  const { db } = app.app;
  expect(await told(db.query, 1, 'one')).toEqual([{ told: 'one:1:fixed' }]);
  const inside = await db.transaction((tx) => told(tx, 2, 'two'));
  expect(inside).toEqual([{ told: 'two:2:fixed' }]);
});

test('a prepared statement names its columns, uses all its arguments and looks at none', async () => {
  const { query } = app.app.db;
  const star = prepared((db, id: string) => sql`select * from lines where id = ${id}`.compile(db));
  const ofTable = prepared((db, id: string) =>
    sql`select id, "lines".* from lines where id = ${id}`.compile(db),
  );
  const left = prepared((db, id: string, _tenant: number) =>
    sql`select id from lines where id = ${id}`.compile(db),
  );
  const looks = prepared((db, tenant: number) => sql`select ${tenant + 1} as next`.compile(db));
  await expect(star(query, 'a')).rejects.toThrow(/names its columns/);
  await expect(ofTable(query, 'a')).rejects.toThrow(/names its columns/);
  await expect(left(query, 'a', 6)).rejects.toThrow(/does not use all its arguments/);
  await expect(looks(query, 6)).rejects.toThrow(/before its arguments are known/);
});
