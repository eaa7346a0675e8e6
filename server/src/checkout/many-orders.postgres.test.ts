import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHandWorked, type HandWorked } from '../testing/hand-worked.ts';
import { type Life, moneyLife } from '../testing/money-life.ts';
import { countStatements, fewestStatements } from '../testing/watched-statements.ts';
import { customerBooks } from './customer-books.ts';

let world: HandWorked;
beforeAll(async () => {
  world = await openHandWorked();
});
afterAll(() => world.app.close());

test('[M03] paying, and a customer’s books, ask no more of the database after many orders than after few', async () => {
  const money = moneyLife(world);
  const life = await money.begin();
  const buy = () => money.act(life, { what: 'addOn', which: 0, cents: 0 });
  const books = () => customerBooks(world.app.app, life.owner);
  async function asked(): Promise<{ tries: number; books: number }> {
    await world.pass(1);
    const rows = /charges|refunds|credit_entries|line_periods|plan_changes/;
    const reckoning = await fewestStatements(books, rows);
    const tries = await countStatements(buy, /"idempotency_key" = /);
    return { tries, books: reckoning };
  }
  // Each kind of order is asked in its own way: some of each.
  const change = () => money.act(life, { what: 'dearer', which: 0, cents: 0 });
  const again = () => money.act(life, { what: 'renewal', which: 0, cents: 0 });
  async function buySome() {
    await world.pass(25 * 24);
    for (const act of [buy, again, change]) {
      await act();
      await world.pass(1);
    }
  }
  await buySome();
  const few = await asked();
  for (let nr = 0; nr < 3; nr += 1) await buySome();
  expect(await kindsOf(life)).toEqual(['add_on', 'new_line', 'plan_change', 'renewal']);
  expect(await asked()).toEqual(few);
  expect(await books()).toMatchObject({ off: 0 });
});

test('[K21] [M03] a payment that is given back whole asks no more of the database after many payments for the line than after few', async () => {
  const money = moneyLife(world);
  const life = await money.begin();
  async function payAgain() {
    await world.pass(25 * 24);
    await money.act(life, { what: 'renewal', which: 0, cents: 0 });
  }
  async function giveBack(): Promise<number> {
    await payAgain();
    // Not of the simulated provider, which works beside it.
    const rows = /"(orders|charges|refunds|plan_changes)"|credit_|line_periods/;
    const work = () => money.act(life, { what: 'refund', which: 0, cents: 0 });
    const asked = await countStatements(work, rows);
    await world.work();
    expect(await customerBooks(world.app.app, life.owner)).toMatchObject({ off: 0 });
    return asked;
  }
  await payAgain();
  const few = await giveBack();
  for (let nr = 0; nr < 3; nr += 1) await payAgain();
  expect(await giveBack()).toBe(few);
});

async function kindsOf({ owner }: Life): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from orders where customer_id = ${owner.customerId} and status = 'paid'
    order by kind`.execute(world.app.app.db.query);
  return rows.map(({ kind }) => kind);
}
