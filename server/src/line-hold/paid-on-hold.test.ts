import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import { endHold, type HoldDays, holdLine } from '@portside/contract/line-hold';
import { listTransactions } from '@portside/contract/payments';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import { days } from '../clock.ts';
import { importPlans } from '../plans/plans.ts';
import { plansFile } from '../seed/plans.ts';
import { freshKey, passDays, passHours, renew, withLine, type Noa } from '../testing/line-life.ts';
import { cards, emailWhen, orderWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What is paid waits as a whole: the time, what was bought for it, and what is charged next. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const view = (noa: Noa, id: string) => noa.call(viewLine, { id });
const hold = (noa: Noa, id: string, length: HoldDays) =>
  noa.call(holdLine, { id, days: length, costDays: length / 10 });
const again = async ({ email }: Noa): Promise<Noa> => ({
  ...(await app.as(email, 'Anchor7!')),
  email,
});
const renewals = async (noa: Noa) => {
  const { transactions } = await noa.call(listTransactions, {});
  return transactions.filter((one) => one.kind === 'renewal' && one.successful);
};
async function turnOn(noa: Noa, id: string) {
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id, on: true, consent: version });
}
const moved = (a: string | undefined, b: string | undefined) =>
  Date.parse(b ?? '') - Date.parse(a ?? '');

test('[P09] [K04] autopay charges nothing while the line is on hold, and in time once it is back', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  // As few days as a hold may leave.
  await passDays(app, 15);
  const owner = await again(noa);
  const before = (await view(owner, id)).autopay.nextCharge?.on;
  await hold(owner, id, 60);
  expect(
    Math.abs(moved(before, (await view(owner, id)).autopay.nextCharge?.on) - days(54)),
  ).toBeLessThan(days(1));
  await passDays(app, 61);
  const back = await again(noa);
  expect(await renewals(back)).toHaveLength(0);
  expect((await view(back, id)).status).toBe('active');
  await passDays(app, 9);
  const paid = await again(noa);
  expect(await renewals(paid)).toHaveLength(1);
  expect((await view(paid, id)).status).toBe('active');
});

test('[P09] [K04] after the hold that leaves the fewest days there is time to tell and to charge', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  // 30 days cost 3; one hour more than six days is left.
  await passHours(app, 30 * 24 - 3 * 24 - 6 * 24 - 1);
  await hold(await again(noa), id, 30);
  await passDays(app, 37);
  const paid = await again(noa);
  expect(await renewals(paid)).toHaveLength(1);
  expect((await view(paid, id)).status).toBe('active');
});

test('[P09] [K09] [K10] a plan and an add-on that are paid ahead move with the time that they belong to, and come back with it', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 19);
  const owner = await again(noa);
  const file = await plansFile(app.app.brands.byTenant(6));
  const addOnId = 'calls';
  const calls = { id: addOnId, name: 'Calls abroad', price: 8, recurring: true };
  await importPlans(app.app, 6, { ...file, addOns: [calls] });
  const bought = await owner.call(quoteAddOn, { id, addOnId });
  await owner.call(buyAddOn, {
    id,
    quoteId: bought.quoteId,
    idempotencyKey: freshKey(),
    paymentToken: await paymentToken(app, cards.visa),
  });
  const { quoteId } = await owner.call(quotePlanChange, { id, planId: 'skiff-2', when: 'renewal' });
  await owner.call(changePlan, { id, quoteId });
  await passDays(app, 2);
  await renew(app, owner, id);
  const before = await view(owner, id);
  expect(before.nextPlan).toMatchObject({ id: 'skiff-2', paid: true, on: before.period?.to });
  const addOnOf = async () => {
    const { rows } = await sql<{ starts: Date; ends: Date }>`
      select starts_at as starts, ends_at as ends from line_add_ons where line_id = ${id}
      order by starts_at`.execute(app.app.db.query);
    return rows.map(({ starts, ends }) => [starts.toISOString(), ends.toISOString()]);
  };
  const add = await addOnOf();
  expect(add[1]?.[0]).toBe(before.period?.to);

  await hold(owner, id, 30);
  const held = await view(owner, id);
  expect(moved(before.period?.to, held.period?.to)).toBe(days(27));
  expect(moved(before.paidUntil ?? '', held.paidUntil ?? '')).toBe(days(27));
  expect(held.nextPlan?.on).toBe(held.period?.to);
  expect(await addOnOf()).toEqual([
    [add[0]?.[0], held.period?.to],
    [held.period?.to, held.paidUntil],
  ]);

  await passDays(app, 12);
  const back = await again(noa);
  await back.call(endHold, { id });
  const now = await view(back, id);
  const by = moved(before.paidUntil ?? '', now.paidUntil ?? '');
  // Twelve days on hold cost two.
  expect(Math.abs(by - days(10))).toBeLessThan(60_000);
  expect(now.nextPlan?.on).toBe(now.period?.to);
  expect(await addOnOf()).toEqual([
    [add[0]?.[0], now.period?.to],
    [now.period?.to, now.paidUntil],
  ]);
  // Nine days were left, and two paid for the hold.
  await passDays(app, 6);
  expect((await view(await again(noa), id)).plan.id).toBe('sloop-12');
  await passDays(app, 2);
  expect((await view(await again(noa), id)).plan.id).toBe('skiff-2');
});

test('[P09] the money of its days goes back, and the hold with it: the line is unpaid, and autopay charges nothing', async () => {
  const { noa, line } = await withLine(app);
  const { id, paidUntil } = line;
  await turnOn(noa, id);
  await hold(noa, id, 60);
  await emailWhen(app, noa.email, /is on hold$/);
  const { rows } = await sql<{ orderId: string }>`
    select order_id as "orderId" from lines where id = ${id}`.execute(app.app.db.query);
  const orderId = rows[0]?.orderId ?? '';
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  await passHours(app, 1);
  const unpaid = await view(noa, id);
  expect(unpaid).toMatchObject({ status: 'suspended', statusReason: 'unpaid' });
  expect(unpaid).not.toHaveProperty('heldUntil');
  expect(unpaid).not.toHaveProperty('underWay');
  expect(Date.parse(unpaid.paidUntil ?? '')).toBeLessThan(Date.parse(paidUntil ?? ''));
  expect(unpaid.autopay.nextCharge).toBeUndefined();
  const subjects = (await app.emails(noa.email, 0)).map((one) => one.subject);
  expect(subjects).not.toContainEqual(expect.stringMatching(/is back on$/));
  await passDays(app, 30);
  expect(await renewals(await again(noa))).toHaveLength(0);
});

test('[P09] of two payments one goes back: the line is on hold no more, with the days of the other', async () => {
  const { noa, line } = await withLine(app);
  const { id, paidUntil } = line;
  await passDays(app, 21);
  const owner = await again(noa);
  const { orderId } = await renew(app, owner, id);
  await hold(owner, id, 30);
  await emailWhen(app, noa.email, /is on hold$/);
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, owner, orderId, 'refunded');
  await emailWhen(app, noa.email, /is back on$/);
  const back = await view(owner, id);
  expect(back).toMatchObject({ status: 'active' });
  // The hold of a moment costs a day.
  expect(Math.abs(moved(paidUntil ?? '', back.paidUntil ?? '') + days(1))).toBeLessThan(60_000);
});

test('[P09] pressed twice at once, in two windows, it is one hold; and taken off twice, it moves back once', async () => {
  const { noa, line } = await withLine(app);
  const { id, paidUntil } = line;
  const both = await Promise.all([hold(noa, id, 30), hold(noa, id, 30)]);
  expect(both[0]).toEqual(both[1]);
  expect(moved(paidUntil ?? '', (await view(noa, id)).paidUntil ?? '')).toBe(days(27));
  await emailWhen(app, noa.email, /is on hold$/);
  const ended = await Promise.allSettled([noa.call(endHold, { id }), noa.call(endHold, { id })]);
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const left = moved(paidUntil ?? '', (await view(noa, id)).paidUntil ?? '');
  expect(Math.abs(left + days(1))).toBeLessThan(60_000);
});
