import { fillPath } from '@portside/contract/endpoint';
import { listLines, updateNickname } from '@portside/contract/lines';
import { exportTransactions, listTransactions, viewTransaction } from '@portside/contract/payments';
import { listActivity } from '@portside/contract/sessions';
import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { harbor } from '../testing/caller.ts';
import { ownServer, type OwnServer } from '../testing/own-server.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { openDatabase, type Database } from './database.ts';

let primary: OwnServer;
let replica: OwnServer;
let app: TestApp;
let atReplica: Database;
beforeAll(async () => {
  primary = await ownServer();
  replica = await primary.copy({ follows: true });
  atReplica = await openDatabase(replica.settings);
  const database = { ...primary.settings, replicaUrl: replica.settings.url };
  app = await openTestApp({ config: { database } });
});
afterAll(async () => {
  await app?.close();
  await atReplica?.close();
  await replica?.stop();
  await primary?.stop();
});

const reads = () => ({ ...app.app.db.reads });
/** So many more came from there. */
const since = (before: ReturnType<typeof reads>) => ({
  replica: reads().replica - before.replica,
  primary: reads().primary - before.primary,
});
/** Whoever was behind or away is asked again after a while. */
const isAsked = () =>
  app.eventually(async () => {
    const before = reads().replica;
    await app.app.db.read(async () => {});
    return reads().replica > before || undefined;
  });
beforeEach(isAsked);

async function buy() {
  const person = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app), { paymentToken: token });
  const { orderId } = await person.call(placeOrder, order);
  await orderWhen(app, person, orderId, 'active');
  return person;
}

test('[N03] order history, payments, activity and the export are read from the replica', async () => {
  const maya = await app.as('maya@example.com');
  // On a busy machine it may be late for one of them.
  await app.eventually(async () => {
    await isAsked();
    const before = reads();
    const { transactions } = await maya.call(listTransactions, {});
    expect(transactions).toHaveLength(7);
    await maya.call(viewTransaction, { id: transactions[0]?.id ?? '' });
    await maya.call(listActivity, {});
    const { method, path } = fillPath(exportTransactions.wire, {});
    const headers = { ...harbor, authorization: `Bearer ${maya.token}` };
    const csv = await app.fetch(path, { method, headers });
    expect((await csv.text()).trim().split('\n')).toHaveLength(8);
    const { replica: fromReplica, primary: fromPrimary } = since(before);
    expect(fromReplica + fromPrimary).toBe(4);
    return fromPrimary === 0 || undefined;
  });
  const text = await (await app.fetch('/metrics')).text();
  expect(text).toMatch(/portside_reads_total\{from="replica"\} [1-9]/);
});

test('[N03] who has just paid sees the payment at once, under load and every time', async () => {
  const before = reads();
  for (let round = 0; round < 4 || since(before).replica <= 10; round += 1) {
    const people = await Promise.all(Array.from({ length: 5 }, buy));
    for (const person of people) {
      expect((await person.call(listTransactions, {})).transactions).toHaveLength(1);
    }
  }
});

test('[N03] a replica that is behind answers nothing old: the primary answers, until it has caught up', async () => {
  await sql`select pg_wal_replay_pause()`.execute(atReplica.query);
  const person = await buy();
  const before = reads();
  expect((await person.call(listTransactions, {})).transactions).toHaveLength(1);
  expect(since(before)).toEqual({ replica: 0, primary: 1 });
  await Promise.all(Array.from({ length: 20 }, () => person.call(listTransactions, {})));
  expect(since(before)).toEqual({ replica: 0, primary: 21 });
  await sql`select pg_wal_replay_resume()`.execute(atReplica.query);
  await app.eventually(async () => {
    const then = reads();
    expect((await person.call(listTransactions, {})).transactions).toHaveLength(1);
    return since(then).replica === 1 || undefined;
  });
});

test('[N03] nothing is written through a replica, and a fault of ours is told, not asked again', async () => {
  await expect(app.app.db.read((db) => sql`delete from transactions`.execute(db))).rejects.toThrow(
    /read-only transaction/,
  );
  const before = reads();
  await expect(app.app.db.read(() => Promise.reject(new Error('a fault of ours')))).rejects.toThrow(
    'a fault of ours',
  );
  expect(since(before).primary).toBe(0);
  await expect(app.app.db.transaction(() => app.app.db.read(async () => {}))).rejects.toThrow(
    /inside a transaction/,
  );
});

test('[N03] while the replica is down the primary answers all, and writes go on', async () => {
  await atReplica.close();
  await replica.stop();
  const before = reads();
  const maya = await app.as('maya@example.com');
  const [line] = (await maya.call(listLines, {})).lines;
  await maya.call(updateNickname, { id: line?.id ?? '', nickname: 'Boat' });
  const asked = Date.now();
  for (let round = 0; round < 10; round += 1) {
    expect((await maya.call(listTransactions, {})).transactions).toHaveLength(7);
  }
  // Nobody waits for a connection to it.
  expect(Date.now() - asked).toBeLessThan(10_000);
  expect(since(before)).toEqual({ replica: 0, primary: 10 });
  replica = await primary.copy({ follows: true });
});
