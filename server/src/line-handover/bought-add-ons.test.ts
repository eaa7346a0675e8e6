import { viewLine } from '@portside/contract/line-detail';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { viewUsage } from '@portside/contract/usage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import {
  accept,
  buy,
  confirmed,
  offerTo,
  usedWhen,
  withFreeLine,
} from '../testing/handing-over.ts';
import type { Caller } from '../testing/caller.ts';
import { consume, freshKey, passHours } from '../testing/line-life.ts';
import { again, carrier, sell } from '../testing/on-hold.ts';
import { inTime } from '../testing/passing-time.ts';
import { proving } from '../testing/proving.ts';
import { cards, orderWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What was bought beside the plan, when its line is handed over. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  await sell(app, { id: 'data-2', name: 'Extra 2 GB', price: 6, megabytes: 2000 });
});
afterAll(() => app.close());

const dataOf = async (who: Caller, id: string) =>
  (await who.call(viewUsage, { id })).meters.find(({ kind }) => kind === 'data');

const allowances = async (msisdn: string) =>
  (await app.adapters.carrier.listAllowances({ msisdn })).length;

test('[P06] [K10] data that was refunded before the line went is taken off at the carrier, and what goes along stays', async () => {
  const { noa, line } = await withFreeLine(app);
  const first = await buy(app, noa, line.id, 'data-2');
  const second = await buy(app, noa, line.id, 'data-2');
  await inTime(app, async () => ((await allowances(line.mdn)) === 2 ? true : undefined));
  const omar = await confirmed(app);
  await carrier(app, 'down');
  await refundByHand(app.app, first, 'Sam');
  await orderWhen(app, noa, first, 'refunded');
  await proving(noa);
  await offerTo(noa, line.id, omar.email);
  const id = await accept(omar);
  await carrier(app, 'none');
  await passHours(app, 2);
  const taker = await again(app, omar);
  expect((await taker.call(viewLine, { id })).addOns).toMatchObject([{ megabytesLeft: 2000 }]);
  expect(await allowances(line.mdn)).toBe(1);
  // What the giver gets back later takes nothing from the taker.
  await refundByHand(app.app, second, 'Sam');
  await passHours(app, 2);
  expect(await allowances(line.mdn)).toBe(1);
});

test('[P06] [K10] of bought data goes along what is left: what an earlier plan used of it does not come again', async () => {
  const { noa, line } = await withFreeLine(app, { planId: 'skiff-2' });
  await buy(app, noa, line.id, 'data-2');
  await inTime(app, async () => ((await allowances(line.mdn)) === 1 ? true : undefined));
  await passHours(app, 1);
  const own = await dataOf(noa, line.id);
  const limit = own?.limit ?? 0;
  const beyond = limit - 500;
  await consume(app, line.mdn, beyond);
  await usedWhen(app, noa, line.id, beyond);
  expect((await noa.call(viewLine, { id: line.id })).addOns).toMatchObject([
    { megabytesLeft: 500 },
  ]);
  const { quoteId } = await noa.call(quotePlanChange, {
    id: line.id,
    planId: 'sloop-12',
    when: 'now',
  });
  const token = await paymentToken(app, cards.visa);
  const pay = { id: line.id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  await noa.call(changePlan, pay);
  await app.eventually(async () => {
    const now = await noa.call(viewLine, { id: line.id });
    return (now.plan.id === 'sloop-12' && !now.nextPlan) || undefined;
  });
  await passHours(app, 3);
  const giver = await again(app, noa);
  const before = await dataOf(giver, line.id);
  expect((await giver.call(viewLine, { id: line.id })).addOns).toMatchObject([
    { megabytesLeft: 500 },
  ]);
  const omar = await confirmed(app);
  await proving(giver);
  await offerTo(giver, line.id, omar.email);
  const id = await accept(omar);
  expect((await omar.call(viewLine, { id })).addOns).toMatchObject([{ megabytesLeft: 500 }]);
  expect(await dataOf(omar, id)).toMatchObject({ limit: before?.limit, used: before?.used });
  // The carrier has all of it still, and counts by itself.
  const [kept] = await app.adapters.carrier.listAllowances({ msisdn: line.mdn });
  expect(kept?.megabytes).toBe(2000);
});
