import { buyAddOn, keepAddOn, quoteAddOn, stopAddOn } from '@portside/contract/add-ons';
import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { give } from '../testing/given-line.ts';
import { freshKey, passDays, withLine } from '../testing/line-life.ts';
import { again, sell } from '../testing/on-hold.ts';
import { mailOf } from '../testing/managers-payment.ts';
import { cards, newcomer, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What a manager adds is charged to the holder's card: not before they are told (P04, K04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  await sell(app, {
    id: 'monthly',
    name: 'Monthly 5 GB',
    price: 8,
    megabytes: 5000,
    recurring: true,
  });
});
afterAll(() => app.close());

/** Its next charge was announced, and then its manager came. */
async function announced({ stopped = false } = {}) {
  const { noa: first, line } = await withLine(app);
  const { id } = line;
  const { version } = await first.call(viewAutopayConsent, {});
  await first.call(setAutopay, { id, on: true, consent: version });
  if (stopped) {
    await buy(first, id);
    await first.call(stopAddOn, { id, addOnId: 'monthly' });
  }
  const omar = await newcomer(app);
  await passDays(app, 27);
  const [noa, member] = [await again(app, first), await again(app, omar)];
  await give(app, noa, member, id, 'manager');
  return { noa, member, id };
}

async function buy(who: Caller, id: string) {
  const { quoteId } = await who.call(quoteAddOn, { id, addOnId: 'monthly' });
  const token = await paymentToken(app, cards.visa);
  const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  return who.call(buyAddOn, pay);
}

const nextOf = async (who: Caller, id: string) => {
  const { autopay } = await who.call(viewLine, { id });
  if (!autopay.nextCharge) throw new Error('Nothing is charged');
  return autopay.nextCharge;
};

const renewals = async (who: Caller) =>
  (await who.call(listTransactions, {})).transactions.filter(({ kind }) => kind === 'renewal');

test('[P04] [K04] autopay announces anew what a manager made dearer, and charges it three days later', async () => {
  const { noa, member, id } = await announced();
  const before = await nextOf(noa, id);
  await buy(member, id);
  const next = await nextOf(noa, id);
  expect(next.amount).toBeGreaterThan(before.amount);
  const three = app.app.clock.now().getTime() + 3 * 86_400_000;
  expect(Date.parse(next.on)).toBeGreaterThanOrEqual(three);
  await passDays(app, 2);
  expect(await renewals(noa)).toEqual([]);
  const told = (await mailOf(app, noa)).filter((mail) => /^Autopay charges/.test(mail));
  expect(told).toHaveLength(2);
  expect(told.some((mail) => mail.includes(`$${next.amount.toFixed(2)}`))).toBe(true);
  await passDays(app, 2);
  const [charged] = await renewals(await again(app, noa));
  expect(charged?.paymentDetails.finalCheckoutAmount).toBe(next.amount);
});

test('[P04] [K10] the holder’s receipt says that it renews, and for how much', async () => {
  const { noa, member, id } = await announced();
  await buy(member, id);
  const receipts = (await mailOf(app, noa)).filter((mail) =>
    mail.includes('who manages this line'),
  );
  expect(receipts).toHaveLength(1);
  expect(receipts[0]).toContain(
    'It renews with each payment of this line, for $8.00 before taxes.',
  );
});

test('[P04] [K10] the same of one that a manager keeps after it was stopped', async () => {
  const { noa, member, id } = await announced({ stopped: true });
  const before = await nextOf(noa, id);
  await member.call(keepAddOn, { id, addOnId: 'monthly' });
  const next = await nextOf(noa, id);
  expect(next.amount).toBeGreaterThan(before.amount);
  const three = app.app.clock.now().getTime() + 3 * 86_400_000;
  expect(Date.parse(next.on)).toBeGreaterThanOrEqual(three);
});

test('[K10] who buys for a line of their own has seen the price: the day stays', async () => {
  const { noa, id } = await announced();
  const before = await nextOf(noa, id);
  await buy(noa, id);
  const next = await nextOf(noa, id);
  expect(next.amount).toBeGreaterThan(before.amount);
  expect(next.on).toBe(before.on);
});
