import { viewUser } from '@portside/contract/account';
import { listTransactions } from '@portside/contract/payments';
import { fillOrders } from '../server/src/testing/many-orders.ts';
import { newcomer } from '../server/src/testing/shopping.ts';
import { openTestApp, type TestApp } from '../server/src/testing/test-app.ts';

const PAGE = 20;
const WARM = 5;
const RUNS = 40;

export interface HistoryTimes {
  readonly orders: number;
  readonly look: string;
  readonly median: number;
  readonly p95: number;
}

/** The order history of one customer as it grows, in the tests' database. */
export async function orderHistoryTimes(
  sizes: readonly number[] = [10, 10_000, 1_000_000],
): Promise<HistoryTimes[]> {
  const app = await openTestApp();
  try {
    const customer = await newcomer(app);
    const { id } = await customer.call(viewUser, {});
    const times: HistoryTimes[] = [];
    let filled = 0;
    for (const orders of sizes) {
      const range = { from: filled + 1, to: orders };
      await fillOrders(app.app, { tenant: 6, customerId: id ?? '' }, range);
      filled = orders;
      times.push(...(await look(customer, orders)));
    }
    return times;
  } finally {
    await app.close();
  }
}

async function look(
  customer: Awaited<ReturnType<TestApp['as']>>,
  orders: number,
): Promise<HistoryTimes[]> {
  const page50 = await cursorOf(customer, Math.min(50, Math.ceil(orders / PAGE)));
  const looks = {
    'first page': {},
    'page 50': page50 === undefined ? {} : { cursor: page50 },
    'one month': { year: 2013, month: 1 },
    'search: an item of many orders': { q: 'plan 3' },
    'search: an item of few orders': { q: 'travel' },
    'search: nothing found': { q: 'no such thing' },
    'search: an amount': { q: '27.13' },
    'search: whole dollars': { q: '27' },
  };
  const times: HistoryTimes[] = [];
  for (const [what, input] of Object.entries(looks)) {
    const taken: number[] = [];
    for (let run = -WARM; run < RUNS; run += 1) {
      const start = performance.now();
      await customer.call(listTransactions, { limit: PAGE, ...input });
      if (run >= 0) taken.push(performance.now() - start);
    }
    taken.sort((a, b) => a - b);
    const at = (part: number) => round(taken[Math.floor(taken.length * part)] ?? 0);
    times.push({ orders, look: what, median: at(0.5), p95: at(0.95) });
  }
  return times;
}

async function cursorOf(
  customer: Awaited<ReturnType<TestApp['as']>>,
  page: number,
): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let at = 1; at < page; at += 1) {
    const { next } = await customer.call(listTransactions, {
      limit: PAGE,
      ...(cursor && { cursor }),
    });
    cursor = next;
  }
  return cursor;
}

const round = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
