import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../testing/fresh-database.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import {
  isPayable,
  isReturned,
  isUnsettled,
  mayStep,
  steps,
  unfinished,
  type StoredStatus,
} from './order-status.ts';

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

test('the table of orders knows the same states', async () => {
  const fresh = await freshDatabase();
  const db = await openDatabase(fresh.settings);
  onTestFinished(async () => {
    await db.close();
    await fresh.drop();
  });
  await migrate(db);
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conname = 'orders_status_check'`.execute(db.query);
  const named = [...(rows[0]?.rule ?? '').matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual(statuses.toSorted());
});
