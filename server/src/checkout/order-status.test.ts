import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { moveOrder } from './move-order.ts';
import {
  isPayable,
  isReturned,
  isUnsettled,
  mayStep,
  steps,
  unfinished,
  type StoredStatus,
} from './order-status.ts';
import { lockAnyOrder } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const statuses = Object.keys(steps) as StoredStatus[];

const reach = (from: StoredStatus) => {
  const seen = new Set<StoredStatus>([from]);
  for (const one of seen) for (const next of steps[one]) seen.add(next);
  return seen;
};

test('every state is reached from a placed order, and none is left for good but by an end', () => {
  expect(reach('placed')).toEqual(new Set(statuses));
  for (const status of unfinished) {
    expect([...reach(status)].some((one) => !unfinished.some((open) => open === one))).toBe(true);
  }
});

test('an order that was paid is never asked to be paid again, whatever becomes of its money', () => {
  for (const status of reach('paid')) {
    expect(isPayable(status)).toBe(false);
    expect(isUnsettled(status)).toBe(false);
    expect(status === 'paid' || isReturned(status)).toBe(true);
  }
  // Once the money is on its way back no line comes of it any more.
  for (const status of statuses.filter(isReturned)) expect(reach(status).has('paid')).toBe(false);
});

test('money goes back only after it came in, and nothing is paid that was not asked for', () => {
  for (const status of statuses) {
    if (mayStep(status, 'paid')) expect(isUnsettled(status)).toBe(true);
    for (const next of steps[status]) {
      if (isReturned(next)) expect(status === 'paid' || isReturned(status)).toBe(true);
    }
  }
});

test('an order makes no step that is not in the table, and the transaction is undone', async () => {
  const customer = await newcomer(app);
  const token = await paymentToken(app, cards.declined);
  const placed = orderOf(await fillCart(app), { paymentToken: token });
  const { orderId } = await customer.call(placeOrder, placed);
  for (const to of ['paid', 'refunded', 'confirm'] as const) {
    const moved = app.app.db.transaction(async (tx) => {
      await moveOrder(app.app, tx, await lockAnyOrder(tx, orderId), to);
    });
    await expect(moved).rejects.toThrow(`Order ${orderId} is declined and cannot be ${to}`);
  }
  expect((await customer.call(viewOrder, { id: orderId })).status).toBe('declined');
});

test('the table of the database has the same states', async () => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conname = 'orders_status_check'`.execute(app.app.db.query);
  const named = [...(rows[0]?.rule ?? '').matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual(statuses.toSorted());
});
