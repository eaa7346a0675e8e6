import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRises } from '../plans/price-rises.ts';
import { importPlans } from '../plans/plans.ts';
import { openHandWorked, type HandWorked } from '../testing/hand-worked.ts';
import { moneyLife } from '../testing/money-life.ts';
import { watchStatements } from '../testing/watched-statements.ts';
import { tellPrices } from './price-notices.ts';

const COPIES = 230;

let world: HandWorked;
beforeAll(async () => {
  world = await openHandWorked();
});
afterAll(() => world.app.close());

/** Sloop at this price. */
async function importAt(price: number): Promise<void> {
  const file = new URL('../../../brands/harbor/plans.json', import.meta.url);
  const sold = JSON.parse(await readFile(file, 'utf8')) as { plans: { id: string }[] };
  const plans = sold.plans.map((plan) =>
    plan.id === 'sloop-12' ? { ...plan, retailPrice: price } : plan,
  );
  await importPlans(world.app.app, 6, { ...sold, plans });
}

/** As many more lines that have paid what this one has. */
async function copyLine(id: string): Promise<void> {
  const db = world.app.app.db.query;
  await sql`
    insert into lines select (jsonb_populate_record(lines, jsonb_build_object(
      'id', 'lin_copy' || n, 'mdn', '', 'order_id', null, 'activation_ref', null, 'iccid', 'copy' || n))).*
    from lines, generate_series(1, ${COPIES}::int) as n where id = ${id}`.execute(db);
  await sql`
    insert into line_periods select (jsonb_populate_record(line_periods, jsonb_build_object(
      'id', 'per_copy' || n, 'line_id', 'lin_copy' || n, 'order_id', null))).*
    from line_periods, generate_series(1, ${COPIES}::int) as n where line_id = ${id}`.execute(db);
}

test('[K07] of a plan with many lines each is told once, each batch goes on where the last one stopped, and another job goes on where the time is up', async () => {
  const { app } = world.app;
  const db = app.db.query;
  await importAt(25);
  const { lineId } = await moneyLife(world).begin();
  await copyLine(lineId);
  await importAt(28);
  expect(await tellPrices(app, { forMs: -1 })).toBe(false);
  const due = await openRises(db);
  expect(due.map(({ isSecond }) => isSecond)).toEqual([false]);
  const seen = watchStatements();
  // Two at once, as a job and the one that follows it may be.
  expect(await Promise.all([tellPrices(app), tellPrices(app)])).toEqual([true, true]);
  const batches = seen().filter(({ text }) => text.includes('select from price_notices'));
  const after = (at: string) => batches.filter(({ values }) => values.includes(at)).length;
  expect(after('')).toBe(2);
  expect(batches.length).toBeGreaterThanOrEqual(4);
  const { rows } = await sql<{ told: number; lines: number }>`
    select count(*)::int as told, count(distinct line_id)::int as lines
    from price_notices`.execute(db);
  expect(rows).toEqual([{ told: COPIES + 1, lines: COPIES + 1 }]);
  expect((await openRises(db)).map(({ isSecond }) => isSecond)).toEqual([true]);
});
