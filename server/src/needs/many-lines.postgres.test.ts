import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { placeOrder } from '@portside/contract/checkout';
import { viewLineHealth } from '@portside/contract/line-health';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { viewUsage } from '@portside/contract/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { openHandWorked, type HandWorked } from '../testing/hand-worked.ts';
import { consume, freshKey } from '../testing/line-life.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { fewestStatements, watchStatements } from '../testing/watched-statements.ts';

let world: HandWorked;
beforeAll(async () => {
  world = await openHandWorked();
});
afterAll(() => world.app.close());

/** Whatever else a session asks now and then. */
const about = /\b(lines|line_periods|plans|usage_readings|line_add_ons)\b/;

const token = () => paymentToken(world.app, cards.visa);

async function buyLines(caller: Caller, count: number) {
  for (let number = 0; number < count; number += 1) {
    const cart = await fillCart(world.app);
    await caller.call(placeOrder, orderOf(cart, { paymentToken: await token() }));
  }
  await world.pass(1);
  const { lines } = await caller.call(listLines, {});
  expect(lines.every(({ status }) => status === 'active')).toBe(true);
  return lines;
}

async function buyData(caller: Caller, id: string): Promise<void> {
  const { quoteId } = await caller.call(quoteAddOn, { id, addOnId: 'data-2' });
  const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: await token() };
  await caller.call(buyAddOn, pay);
}

async function watched(call: () => Promise<unknown>) {
  const seen = watchStatements();
  await call();
  return seen();
}

test('[K28] what needs the customer is asked once for all lines, and says of each what its own page says', async () => {
  const noa = await newcomer(world.app);
  const list = () => noa.call(listNeeds, {});
  const asked = () => fewestStatements(list, about);
  await buyLines(noa, 1);
  const ofOne = await asked();
  const [first, second, third] = await buyLines(noa, 2);
  expect(await asked()).toBe(ofOne);
  await consume(world.app, first?.mdn ?? '', 700);
  await consume(world.app, second?.mdn ?? '', 300);
  await buyData(noa, second?.id ?? '');
  await buyData(noa, second?.id ?? '');
  await world.pass(2);
  const pages = [];
  for (const line of [first, second, third]) {
    const { meters } = await noa.call(viewUsage, { id: line?.id ?? '' });
    const data = meters.find(({ kind }) => kind === 'data');
    pages.push({ lineId: line?.id, used: data?.used, limit: data?.limit });
  }
  expect(pages.map(({ used }) => used)).toEqual([700, 300, 0]);
  expect((pages[1]?.limit ?? 0) - (pages[0]?.limit ?? 0)).toBe(4000);
  expect((await list()).data).toEqual(pages);
  expect(await asked()).toBe(ofOne);
  // As a version before left its lines: without the time that is paid.
  await sql`delete from line_periods where line_id = ${second?.id}`.execute(world.app.app.db.query);
  expect((await list()).data).toEqual(pages);
});

test('[K28] a line’s health asks about no other line of the customer', async () => {
  const noa = await newcomer(world.app);
  const [first, ...others] = await buyLines(noa, 3);
  const seen = await watched(() => noa.call(viewLineHealth, { id: first?.id ?? '' }));
  const ids = seen.flatMap(({ values }) => values.flat());
  expect(ids).toContain(first?.id);
  for (const { id } of others) expect(ids).not.toContain(id);
});
