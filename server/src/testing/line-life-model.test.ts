import { placeOrder, viewOrder } from '@portside/contract/checkout';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endLine } from '../lines/suspension.ts';
import { importPlans } from '../plans/plans.ts';
import { reconcile } from '../reconciliation/reconciliation.ts';
import { plansFile } from '../seed/plans.ts';
import { openHandWorked, type HandWorked } from './hand-worked.ts';
import { howMany } from './how-many.ts';
import { holds, someMove } from './line-moves.ts';
import type { Life } from './line-acts.ts';
import { lineOf, renew } from './line-life.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from './shopping.ts';

/** The longest form: `LINE_LIVES=3000`. */
const LIVES = howMany('LINE_LIVES', 3, 20);
/** The short form lives the same lives each time, so that it fails for a change only. */
const SEED = process.env['LINE_SEED'] ?? (LIVES > 20 ? undefined : '20261122');
/** Cards expire as time moves on. */
const LIVES_OF_A_WORLD = 40;

let world: HandWorked;
let lived = 0;
beforeAll(async () => {
  world = await openHandWorked();
});
afterAll(() => world.app.close());

async function priced(percent: number): Promise<void> {
  const { app } = world.app;
  const [brand] = app.brands.all;
  if (!brand) throw new Error('There is no brand');
  const file = await plansFile(brand);
  const { plans, ...rest } = Array.isArray(file) ? { plans: file } : file;
  const now = plans.map((plan) => ({
    ...plan,
    retailPrice: Math.round(plan.retailPrice * percent) / 100,
    ...(plan.prepay && {
      prepay: plan.prepay.map((one) => ({
        ...one,
        price: Math.round(one.price * percent) / 100,
      })),
    }),
  }));
  await importPlans(app, brand.client.mvnoId, { ...rest, plans: now });
}

/** Somebody with so many active lines. */
async function begin(count: number): Promise<Life> {
  lived += 1;
  if (lived % LIVES_OF_A_WORLD === 0) {
    await world.app.close();
    world = await openHandWorked();
  }
  const { app } = world;
  const noa = await newcomer(app);
  const friend = await newcomer(app);
  await sql`update customers set email_verified = true
    where email in (${noa.email}, ${friend.email})`.execute(app.app.db.query);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const token = await paymentToken(app, cards.visa);
    const order = orderOf(await fillCart(app), { paymentToken: token, saveCard: n === 0 });
    const { orderId } = await noa.call(placeOrder, order);
    await world.pass(1);
    const { line } = await noa.call(viewOrder, { id: orderId });
    if (!line) throw new Error('A line was not activated');
    ids.push(line.id);
  }
  const life = { ...world, noa, friend, ids, prices: priced };
  return { ...life, seen: {}, ended: new Map() };
}

/** Whatever happened, a line that is unpaid can be paid, and works. */
async function keepGoing({ noa, app, ...life }: Life, id: string): Promise<void> {
  const { status, statusReason } = await lineOf(noa, id);
  if (status !== 'suspended' || statusReason !== 'unpaid') return;
  expect(await renew(app, noa, id)).toMatchObject({ status: 'paid' });
  await life.pass(1);
  expect((await lineOf(noa, id)).status).toBe('active');
}

/** Everything comes to its end, the books agree, and the lines are in nobody's way any more. */
async function finish(life: Life): Promise<void> {
  const { app } = life.app;
  await priced(100);
  await life.pass(3);
  await holds(life, { settled: true });
  for (const id of life.ids) await keepGoing(life, id);
  for (const id of life.ids) await app.db.transaction((tx) => endLine(app, tx, id));
  await life.pass(2);
  await holds(life, { settled: true });
  expect((await reconcile(app)).differences).toEqual([]);
}

test(
  '[K02][K04][K05][K06] whatever happens to lines, in any order: each period is paid once, no cent is lost, nothing is charged unasked',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ lines: fc.integer({ min: 1, max: 2 }), days: fc.constantFrom(0, 20, 26, 31) }),
        fc.commands([someMove], { maxCommands: 30, size: 'max' }),
        async (start, moves) => {
          const life = await begin(start.lines);
          await life.pass(start.days * 24);
          await fc.asyncModelRun(() => ({ model: {}, real: life }), moves);
          await finish(life);
        },
      ),
      { numRuns: LIVES, endOnFailure: false, ...(SEED && { seed: Number(SEED) }) },
    );
  },
  180_000 + LIVES * 20_000,
);
