import { Socket } from 'node:net';
import { viewUser } from '@portside/contract/account';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { usualConnections } from '../settings/core-settings.ts';
import type { Caller } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { type Query, refuseInsideTransaction } from './database.ts';
import { prepared } from './prepared.ts';

/** Longer than a busy machine needs for ten calls. */
const LOCK_SECONDS = 60;

let app: TestApp;
let maya: Caller;
beforeAll(async () => {
  app = await openTestApp({
    limits: { lock: LOCK_SECONDS, statement: LOCK_SECONDS },
    connections: usualConnections,
  });
  maya = await app.as('maya@example.com');
  await bothAreOpen();
});
afterAll(() => app.close());

const pid = prepared((db: Query, one: number) =>
  sql<{ pid: number }>`select pg_backend_pid() as pid where ${one} = 1`.compile(db),
);
const whoAnswers = async () => (await pid(app.app.db.query, 1))[0]?.pid;

/** The first ones are answered by others, while shared connections are opened. */
const bothAreOpen = () =>
  app.eventually(async () => {
    const answering = await Promise.all(Array.from({ length: 32 }, whoAnswers));
    return new Set(answering).size === 2 ? true : undefined;
  });

test('many who ask at once get each their own answer, from few connections', async () => {
  const told = prepared((db: Query, number: number) =>
    sql<{ number: number; pid: number }>`
      select ${number}::int as number, pg_backend_pid() as pid`.compile(db),
  );
  const numbers = Array.from({ length: 500 }, (_, at) => at);
  const answers = await Promise.all(numbers.map((number) => told(app.app.db.query, number)));
  expect(answers.map(([one]) => one?.number)).toEqual(numbers);
  const byPid = Map.groupBy(answers.slice(0, 32), ([one]) => one?.pid);
  expect(byPid.size).toBe(2);
});

test('what is asked in the same turn goes to the server in one write for each connection', async () => {
  await whoAnswers();
  const writes = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')];
  try {
    await Promise.all(Array.from({ length: 32 }, whoAnswers));
    // With what the product looks for meanwhile.
    expect(writes.reduce((sum, one) => sum + one.mock.calls.length, 0)).toBeLessThan(16);
  } finally {
    for (const one of writes) one.mockRestore();
  }
});

test('shared connections that are cut fail no call: it is asked again, and they are opened again', async () => {
  for (let round = 0; round < 5; round += 1) {
    await bothAreOpen();
    const cut = sql`select pg_terminate_backend(${await whoAnswers()}::int)`;
    const [, ...answers] = await Promise.all([
      cut.execute(app.app.db.query),
      ...Array.from({ length: 20 }, () => maya.call(viewUser, {})),
    ]);
    expect(new Set(answers.map((one) => one.email))).toEqual(new Set(['maya@example.com']));
  }
});

test('who asks for a locked table waits alone: others get their answers meanwhile', async () => {
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = app.app.db.transaction(async (tx) => {
    await sql`lock table transactions in access exclusive mode`.execute(tx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const waiting = Array.from({ length: 3 }, () => maya.call(listTransactions, {}));
  const first = Promise.race(waiting).then(
    () => 'answered',
    () => 'given up',
  );
  for (let call = 0; call < 10; call += 1) await maya.call(listLines, {});
  expect(await Promise.race([first, Promise.resolve('they wait')])).toBe('they wait');
  release.resolve();
  await holding;
  for (const one of await Promise.all(waiting)) expect(one.transactions).toHaveLength(7);
});

test('only what reads is asked on shared connections: nothing is written twice', async () => {
  await sql`create table written (id int, pid int)`.execute(app.app.db.query);
  const write = prepared((db: Query, id: number) =>
    sql<{ pid: number }>`
      insert into written values (${id}, pg_backend_pid()) returning pid`.compile(db),
  );
  const lock = prepared((db: Query, id: number) =>
    sql<{ pid: number }>`
      select pg_backend_pid() as pid from written where id = ${id} for update`.compile(db),
  );
  const shared = await whoAnswers();
  const { query } = app.app.db;
  for (const id of [1, 2, 3]) {
    for (const ask of [write, lock]) expect((await ask(query, id))[0]?.pid).not.toBe(shared);
  }
  const { rows } = await sql`select id from written order by id`.execute(query);
  expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('inside a transaction nothing is asked outside of it, neither by a shared connection', async () => {
  const { db } = app.app;
  await expect(db.transaction(() => pid(db.query, 1))).rejects.toThrow(/used inside a transaction/);
  const inside = await db.transaction(async (tx) => {
    await sql`create temporary table seen_inside (id int) on commit drop`.execute(tx);
    return sql<{ pid: number }>`select pg_backend_pid() as pid`
      .execute(tx)
      .then(async ({ rows }) => [rows[0]?.pid, (await pid(tx, 1))[0]?.pid]);
  });
  expect(inside[0]).toBe(inside[1]);
  expect(() => refuseInsideTransaction('this')).not.toThrow();
});

test('what is asked again is answered like the first time, whatever its columns are', async () => {
  const { db } = app.app;
  const { query } = db;
  const kinds = (at: string, zone = 'UTC') =>
    sql`select ${at}::timestamptz as at, null::timestamptz as never, true as yes, 1.5::float8 as half,
      9007199254740991::int8 as many, '{"a": [1]}'::jsonb as json, array['x', null] as list,
      ${zone}::text as "from.where"`;
  const asked = prepared((db: Query, at: string, zone: string) => kinds(at, zone).compile(db));
  const times = [
    '2026-11-23 00:12:34.567891+00',
    '2026-11-23 00:12:34+00',
    '2026-11-23 00:12:34.285+00',
    '0050-01-02 03:04:05+00',
    '12026-11-23 00:12:34+00',
    'infinity',
  ];
  for (const at of times) {
    const [first] = await asked(query, at, 'UTC');
    const far = await db.transaction(async (tx) => {
      await sql`set local time zone 'Asia/Kolkata'`.execute(tx);
      return (await kinds(at).execute(tx)).rows;
    });
    expect(first).toEqual(far[0]);
    expect(await asked(query, at, 'UTC')).toEqual([first]);
  }
  const [last] = await asked(query, times[0] ?? '', 'UTC');
  expect(last).toEqual({
    at: new Date('2026-11-23T00:12:34.567Z'),
    never: null,
    yes: true,
    half: 1.5,
    many: 9007199254740991,
    json: { a: [1] },
    list: ['x', null],
    'from.where': 'UTC',
  });
});

test('a migration that changes a column changes the answers of what was asked before', async () => {
  const { query } = app.app.db;
  await sql`create table shelf (id int, label int)`.execute(query);
  await sql`insert into shelf values (1, 7)`.execute(query);
  const labels = prepared((db: Query, id: number) =>
    sql<{ label: unknown }>`select label from shelf where id = ${id}`.compile(db),
  );
  await bothAreOpen();
  for (let time = 0; time < 3; time += 1) expect(await labels(query, 1)).toEqual([{ label: 7 }]);
  await sql`alter table shelf alter label type text using 'no. ' || label`.execute(query);
  for (let time = 0; time < 3; time += 1) {
    expect(await labels(query, 1)).toEqual([{ label: 'no. 7' }]);
    await bothAreOpen();
  }
});
