import { viewUser } from '@portside/contract/account';
import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt, Failed, type Caller } from '../testing/caller.ts';
import { freshDatabase, type TestDatabase } from '../testing/fresh-database.ts';
import { startProcess, type ProductProcess } from '../testing/product-process.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openDatabase, type Database } from './database.ts';

/** So many connections are cut at least. */
const ENOUGH = 40;

let database: TestDatabase;
let db: Database;
let processes: ProductProcess[];

beforeAll(async () => {
  database = await freshDatabase();
  processes = [await startProcess(database.settings)];
  processes.push(await startProcess(database.settings));
  db = await openDatabase(database.settings);
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await db.close();
  await database.drop();
});

/** Just enough of a test app for the shopping helpers. */
const shopAt = (address: string) => ({
  anyone: callerAt(address, undefined),
  with: (token: string) => callerAt(address, token),
  fetch: (path: string, init?: RequestInit) => fetch(`${address}${path}`, init),
});

/** Until it answers: the customer presses the button again. */
async function insist<T>(ask: () => Promise<T>, failures: string[]): Promise<T> {
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      failures.push(
        error instanceof Failed ? `${error.status} ${error.problem.code}` : 'no answer',
      );
      if (Date.now() > until) throw error;
    }
  }
}

async function looking(caller: Caller, failures: string[], isOver: () => boolean): Promise<number> {
  let answered = 0;
  while (!isOver()) {
    await insist(() => caller.call(viewUser, {}), failures);
    answered += 1;
  }
  return answered;
}

test('connections that are cut under load end no process: calls answer 503, orders come to their end', async () => {
  const shops = processes.map(({ address }) => shopAt(address));
  const shoppers = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const shop = shops[i % shops.length] as (typeof shops)[number];
      const caller = await newcomer(shop);
      const token = await paymentToken(shop, cards.visa);
      return { caller, order: orderOf(await fillCart(shop), { paymentToken: token }) };
    }),
  );
  const failures: string[] = [];
  let over = false;
  let cut = 0;
  const cutting = (async () => {
    // On a busy machine fewer are open again in each round.
    for (let round = 0; round < 20 || cut <= ENOUGH; round += 1) {
      const { rows } = await sql<{ n: number }>`
          select count(pg_terminate_backend(pid)) as n from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db.query);
      cut += rows[0]?.n ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    over = true;
  })();
  const looks = shoppers.map(({ caller }) => looking(caller, failures, () => over));
  const placed = await Promise.all(
    shoppers.map(({ caller, order }) => insist(() => caller.call(placeOrder, order), failures)),
  );
  await cutting;
  const answered = (await Promise.all(looks)).reduce((sum, n) => sum + n, 0);
  const kinds = Object.entries(Object.groupBy(failures, (one) => one));
  console.info(
    `${cut} connections cut, ${answered} calls answered, failed:`,
    Object.fromEntries(kinds.map(([kind, all]) => [kind, all?.length])),
  );
  expect(processes.map((one) => one.isAlive())).toEqual([true, true]);
  expect(cut).toBeGreaterThan(ENOUGH);
  expect(kinds.map(([kind]) => kind)).toEqual(['503 unavailable']);
  for (const { address } of processes) {
    const ready = await insist(async () => {
      const { status } = await fetch(`${address}/readyz`);
      if (status !== 200) throw new Error(String(status));
      return status;
    }, []);
    expect(ready).toBe(200);
  }
  const until = Date.now() + 60_000;
  for (const [i, { orderId }] of placed.entries()) {
    const caller = shoppers[i]?.caller as Caller;
    for (;;) {
      const { status } = await caller.call(viewOrder, { id: orderId });
      if (status === 'active') break;
      if (Date.now() > until) throw new Error(`Order ${orderId} is still ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  // The demo's own desk has payments to work on beside these.
  const ids = sql.join(placed.map(({ orderId }) => orderId));
  const charged = await sql<{ charges: number; orders: number }>`
      select count(*) filter (where status = 'paid') as charges,
        count(distinct owner_id) as orders
      from sandbox_pay_charges where owner_id in (${ids})`.execute(db.query);
  expect(charged.rows).toEqual([{ charges: 12, orders: 12 }]);
}, 300_000);
