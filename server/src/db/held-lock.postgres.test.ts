import { viewUser } from '@portside/contract/account';
import { confirmPayment, placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Failed, harbor } from '../testing/caller.ts';
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

/** Long enough that others are answered meanwhile on a busy machine, too. */
const LOCK_SECONDS = 8;
/** Sixteen leave calls six of their own, beside the shared ones: one more than wait for the lock. */
const CONNECTIONS = 16;
const WAITING = 5;

let app: TestApp;
let outside: Database;
beforeAll(async () => {
  const limits = { lock: LOCK_SECONDS, connect: LOCK_SECONDS, idle: 3 };
  app = await openTestApp({ limits, connections: CONNECTIONS });
  const { database } = app.app.config;
  if (database.kind !== 'postgres') throw new Error('This is about a server');
  const none = { lock: 0, statement: 0, idle: 0, connect: 5 };
  outside = await openDatabase({ ...database, limits: none });
});
afterAll(async () => {
  await outside.close();
  await app.close();
});

const theyWait = Promise.resolve('they wait');

const held: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const letGo of held.splice(0)) await letGo();
});

/** Somebody outside has the row until they are told to let go. */
async function hold(statement: ReturnType<typeof sql>): Promise<() => Promise<void>> {
  const taken = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const over = outside.transaction(async (tx) => {
    await statement.execute(tx);
    taken.resolve();
    await letGo.promise;
  });
  await Promise.race([taken.promise, over]);
  const release = async () => {
    letGo.resolve();
    await over;
  };
  held.push(release);
  return release;
}

test('an order that somebody holds locked stops its own calls for seconds, and nobody else’s', async () => {
  const [stuck, other] = [await newcomer(app), await newcomer(app)];
  const card = { paymentToken: await paymentToken(app, cards.confirms) };
  const { orderId, redirectUrl = '' } = await stuck.call(
    placeOrder,
    orderOf(await fillCart(app), card),
  );
  const path = new URL(redirectUrl).pathname;
  const paymentRef = path.split('/').at(-1) ?? '';
  const letGo = await hold(sql`select * from orders where id = ${orderId} for update`);
  // The bank says yes: its notice sets jobs off that want the order too.
  await app.fetch(path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'complete' }),
  });
  const began = Date.now();
  const blocked = Array.from({ length: WAITING }, () =>
    stuck.call(confirmPayment, { payment: paymentRef }).then(
      () => 'answered',
      (error: unknown) => (error instanceof Failed ? error.problem.code : String(error)),
    ),
  );
  const first = Promise.race(blocked);
  let looks = 0;
  while ((await Promise.race([first, theyWait])) === 'they wait') {
    await other.call(viewUser, {});
    expect((await app.fetch('/readyz')).status).toBe(200);
    looks += 1;
  }
  // Others were answered meanwhile; how often is the machine's. Who waits for the lock comes to one, too.
  expect(looks).toBeGreaterThan(0);
  expect(await Promise.all(blocked)).toEqual(blocked.map(() => 'unavailable'));
  expect(Date.now() - began).toBeLessThan((LOCK_SECONDS + 40) * 1000);
  const fresh = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
  });
  const placed = await other.call(placeOrder, fresh);
  await orderWhen(app, other, placed.orderId, 'active');
  await letGo();
  await orderWhen(app, stuck, orderId, 'active');
});

test('a table that is locked fails its own calls, and says when to come back; /readyz and /metrics answer', async () => {
  const caller = await newcomer(app);
  const letGo = await hold(sql`lock table customers in access exclusive mode`);
  const blocked = Array.from({ length: 40 }, () => caller.refusal(viewUser, {}));
  const first = Promise.race(blocked).then(() => 'given up');
  expect((await app.fetch('/readyz')).status).toBe(200);
  expect((await app.fetch('/metrics')).status).toBe(200);
  expect(await Promise.race([first, theyWait])).toBe('they wait');
  const codes = (await Promise.all(blocked)).map((one) => `${one.status} ${one.problem.code}`);
  expect(new Set(codes)).toEqual(new Set(['503 unavailable']));
  const again = await app.fetch('/app/users/view', {
    headers: { ...harbor, authorization: `Bearer ${caller.token}` },
  });
  expect([again.status, again.headers.get('retry-after')]).toEqual([503, '5']);
  await letGo();
  expect(await caller.call(viewUser, {})).toMatchObject({ email: caller.email });
});

test('a transaction that says nothing more is ended, and lets go', async () => {
  const db = app.app.db;
  const begun = Promise.withResolvers<number | undefined>();
  const ended = Promise.withResolvers<void>();
  const left = db.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid from customers for update`.execute(tx);
    begun.resolve(rows[0]?.pid);
    await ended.promise;
    await sql`select 1`.execute(tx);
  });
  const pid = await begun.promise;
  const isThere = () => sql`select from pg_stat_activity where pid = ${pid}`.execute(outside.query);
  while ((await isThere()).rows.length > 0) await new Promise((go) => setTimeout(go, 100));
  ended.resolve();
  await expect(left).rejects.toThrow('The database does not answer');
  expect((await sql`select 1 as one`.execute(db.query)).rows).toEqual([{ one: 1 }]);
});
