import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { valueOf } from '../lines/period-value.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { openHandWorked, type HandWorked } from '../testing/hand-worked.ts';
import { howMany } from '../testing/how-many.ts';
import { moneyLife, type Life } from '../testing/money-life.ts';
import { customerBooks } from './customer-books.ts';

/* Made-up customers: whatever is paid, changed and given back, their books add up at each step. */

/** The longest form: `VALUE_LIVES=500`. */
const LIVES = howMany('VALUE_LIVES', 4, 20);
const SEED = 20261126;

let world: HandWorked;
let money: ReturnType<typeof moneyLife>;
beforeAll(async () => {
  world = await openHandWorked();
  money = moneyLife(world);
});
afterAll(() => world.app.close());

const query = () => world.app.app.db.query;

/** What the provider took and gave back, by its own books. */
async function atProvider({ owner }: Life) {
  const { rows } = await sql<{ paid: number; back: number }>`
    select amount_cents as paid, coalesce((select sum(amount_cents) from sandbox_pay_refunds
      where charge_ref = sandbox_pay_charges.ref and status <> 'failed'), 0)::int as back
    from sandbox_pay_charges where status = 'paid' and owner_id in (
      select id from orders where customer_id = ${owner.customerId})`.execute(query());
  return rows;
}

async function check(life: Life): Promise<void> {
  const { app } = world.app;
  const books = await customerBooks(app, life.owner);
  expect(books).toMatchObject({ off: 0 });
  expect(books.credit).toBeGreaterThanOrEqual(0);
  const kept = await atProvider(life);
  for (const { paid, back } of kept) expect(back).toBeLessThanOrEqual(paid);
  const cash = kept.reduce((sum, one) => sum + one.paid - one.back, 0);
  expect(books.received).toBeLessThanOrEqual(cash + books.given + books.owed);
  const now = app.clock.now();
  const lines = await Promise.all(life.lineIds.map((id) => viewAnyRenewable(app.db.query, id)));
  const values = lines.flatMap((line) => line?.periods ?? []).map((one) => valueOf(one, now));
  for (const one of values) {
    expect(Math.min(...Object.values(one))).toBeGreaterThanOrEqual(0);
    expect(one.refunded + one.converted + one.consumed + one.left).toBe(one.paid);
  }
  // What unused days would pay for is worth no more than what was received.
  const unused = values.reduce((sum, one) => sum + one.left, 0);
  expect(unused).toBeLessThanOrEqual(books.received);
}

test(
  '[K08] [K21] [M03] whatever is paid, changed and given back, by us or by the provider’s people, a customer’s books add up',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(money.someStep, { minLength: 4, maxLength: 10 }), async (steps) => {
        const life = await money.begin();
        for (const step of steps) {
          await money.act(life, step);
          await world.pass(1);
          await money.hearOfRefunds(life);
          await check(life);
        }
      }),
      { numRuns: LIVES, seed: SEED, endOnFailure: LIVES <= 20 },
    );
  },
  180_000 + LIVES * 20_000,
);

test(
  '[K08] [K21] [P03] the same where lines were bought together: what goes back is of one, of some or of all',
  async () => {
    const plans = fc.array(fc.constantFrom('sloop-12', 'clipper-unlimited', 'skiff-2'), {
      minLength: 1,
      maxLength: 3,
    });
    const steps = fc.array(money.someStep, { minLength: 4, maxLength: 10 });
    const credit = fc.constantFrom(0, 500, 5000, 50_000);
    await fc.assert(
      fc.asyncProperty(plans, steps, credit, async (more, all, creditCents) => {
        const life = await money.begin(
          { more: more.map((planId) => ({ planId })) },
          { more: more.map(() => ({ simType: 'esim' as const })) },
          creditCents,
        );
        expect(life.lineIds).toHaveLength(1 + more.length);
        for (const step of all) {
          await money.act(life, step);
          await world.pass(1);
          await money.hearOfRefunds(life);
          await check(life);
        }
      }),
      { numRuns: LIVES, seed: SEED, endOnFailure: LIVES <= 20 },
    );
  },
  180_000 + LIVES * 20_000,
);
