import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from '../settings/config-error.ts';
import type { DatabaseSettings } from '../db/database.ts';
import { freshDatabase, type TestDatabase } from '../testing/fresh-database.ts';
import { startPooler, type Pooler } from '../testing/pgbouncer.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** Fewer than a process has connections of its own: they are shared by transaction. */
const SIZE = 4;
const LIMITS =
  "set lock_timeout = '2s'; set statement_timeout = '10s'; set idle_in_transaction_session_timeout = '3s'";

let database: TestDatabase;
let pooler: Pooler;
let direct: Extract<DatabaseSettings, { kind: 'postgres' }>;
let pooled: DatabaseSettings;
let app: TestApp;

beforeAll(async () => {
  database = await freshDatabase();
  if (database.settings.kind !== 'postgres') throw new Error('This is about a server');
  direct = database.settings;
  pooler = await startPooler(direct.url, { size: SIZE, onConnect: LIMITS });
  pooled = { ...direct, url: pooler.url, directUrl: direct.url };
  app = await openTestApp({ config: { database: pooled } });
});
afterAll(async () => {
  await app?.close();
  await pooler?.stop();
  await database?.drop();
});

const backends = async () => {
  const own = app.app.db.poolFor('maintenance');
  const { rows } = await sql<{ name: string; count: number }>`
    select application_name as name, count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' -- autovacuum comes by, too
    group by 1`.execute(own.query);
  await own.close();
  return rows;
};

test('many customers buy at once, all the way to active lines, on a few connections', async () => {
  const bought = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const caller = await newcomer(app);
      const token = await paymentToken(app, cards.visa);
      const order = orderOf(await fillCart(app), { paymentToken: token });
      return { caller, order: await caller.call(placeOrder, order) };
    }),
  );
  for (const { caller, order } of bought) await orderWhen(app, caller, order.orderId, 'active');
  const open = await backends();
  expect(open.reduce((sum, one) => sum + one.count, 0)).toBeLessThanOrEqual(SIZE);
  expect(open.map((one) => one.name).join()).toContain('portside api+worker');
});

test('what somebody holds locked is given up in time, and the next call finds nothing half done', async () => {
  const caller = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app), { paymentToken: token });
  const outside = app.app.db.poolFor('maintenance');
  let refused;
  await outside.transaction(async (tx) => {
    await sql`lock table charges in exclusive mode`.execute(tx);
    const asked = Date.now();
    refused = await caller.refusal(placeOrder, order);
    expect(Date.now() - asked).toBeLessThan(9000);
  });
  expect(refused).toMatchObject({ status: 503, problem: { code: 'unavailable', retryAfter: 5 } });
  const { rows } = await sql`
    select orders.id from orders join customers on customers.id = customer_id
    where email = ${caller.email}`.execute(outside.query);
  expect(rows).toEqual([]);
  await outside.close();
  const { orderId } = await caller.call(placeOrder, order);
  await orderWhen(app, caller, orderId, 'active');
});

test('what is set inside a transaction does not reach whoever has the connection next', async () => {
  await app.app.db.transaction(async (tx) => {
    await sql`set local statement_timeout = '7s'`.execute(tx);
  });
  const seen = await Promise.all(
    Array.from({ length: SIZE * 3 }, () =>
      sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
        app.app.db.query,
      ),
    ),
  );
  expect(new Set(seen.map(({ rows }) => rows[0]?.limit))).toEqual(new Set(['10s']));
});

const start = (settings: DatabaseSettings) =>
  openTestApp({ config: { database: settings } }).then(
    async (opened) => {
      await opened.close();
      return [];
    },
    (error: unknown) => {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    },
  );

test('the start names what is missing: the server itself, or the limits of the pooler', async () => {
  const told = await start({ ...direct, url: pooler.url });
  expect(told.join()).toMatch(/DATABASE_DIRECT_URL is needed/);
  const bare = await startPooler(direct.url, { size: SIZE, onConnect: "set lock_timeout = '2s'" });
  const named = await start({ ...direct, url: bare.url, directUrl: direct.url });
  await bare.stop();
  expect(named.join()).toMatch(
    /pooler .* must set idle_in_transaction_session_timeout, statement_timeout/,
  );
});
