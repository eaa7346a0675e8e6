import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { endHold, type HoldDays, holdLine, viewHold } from '@portside/contract/line-hold';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { viewUsage } from '@portside/contract/usage';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import { days } from '../clock.ts';
import {
  consume,
  freshKey,
  giveNumber,
  passDays,
  passHours,
  renew,
  withLine,
  type Noa,
} from '../testing/line-life.ts';
import * as held from '../testing/on-hold.ts';
import { after, becomes, between, hold, subjects, view } from '../testing/on-hold.ts';
import { cards, emailWhen, orderWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What a hold does to what is paid: days, add-ons here and at the carrier, a plan, and what it costs. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  const pass = { id: 'calls', name: 'Calls abroad', price: 8 };
  const data = { id: 'data-2', name: 'Extra 2 GB', price: 6, megabytes: 2000 };
  await held.sell(app, pass, data);
});
afterAll(() => app.close());
afterEach(() => carrier('none'));

const carrier = (mode: 'none' | 'down') => held.carrier(app, mode);
const again = (noa: Noa) => held.again(app, noa);

async function buy(noa: Noa, id: string, addOnId: string) {
  const { quoteId } = await noa.call(quoteAddOn, { id, addOnId });
  const token = await paymentToken(app, cards.visa);
  await noa.call(buyAddOn, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
}

/** What the carrier gives beside the plan, with what it knows of it. */
const given = async (msisdn: string) =>
  (await app.adapters.carrier.listAllowances({ msisdn })).map((one) => ({
    id: one.addOnId,
    megabytes: one.megabytes,
    until: one.until.toISOString(),
  }));

/** Once the carrier gives one, until then; or what it gives instead. */
async function settled(msisdn: string, until: string | null) {
  for (let tries = 0; tries < 80; tries += 1) {
    const all = await given(msisdn);
    if (all.length === 1 && all[0]?.until === until) return all;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return given(msisdn);
}

const untold = async (lineId: string) => {
  const { rows } = await sql<{ id: string }>`select id from line_add_ons
    where line_id = ${lineId} and carrier_told_at is null`.execute(app.app.db.query);
  return rows.length;
};

test('[P09] days that are paid ahead and begin during the hold are all there after it', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  const owner = await again(noa);
  await renew(app, owner, id);
  const before = await view(owner, id);
  await hold(owner, id, 90);
  await becomes(app, line.mdn, 'suspended');
  // The five days that were left move by 81, so the 30 after them begin while it is on hold.
  await passDays(app, 87);
  const back = await again(noa);
  const { hold: shown } = await back.call(viewHold, { id });
  const { paidUntil } = await back.call(endHold, { id });
  const passed = between(shown?.since, app.app.clock.now().toISOString());
  const right = after(before.paidUntil, passed - days(9));
  expect(Math.abs(between(right, paidUntil))).toBeLessThan(30_000);
  const now = await view(back, id);
  expect(now.paidUntil).toBe(paidUntil);
  expect(now.period?.to).toBe(paidUntil);
});

test('[P09] [K10] a pass is at the carrier until its moved end, and until the one that the early return leaves', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn, paidUntil } = line;
  await buy(noa, id, 'calls');
  expect(await settled(mdn, paidUntil)).toEqual([{ id: 'calls', until: paidUntil }]);
  await hold(noa, id, 30);
  await becomes(app, mdn, 'suspended');
  const moved = after(paidUntil, days(27));
  expect(await settled(mdn, moved)).toEqual([{ id: 'calls', until: moved }]);
  await passDays(app, 12);
  const back = await again(noa);
  const left = (await back.call(endHold, { id })).paidUntil;
  expect(left).not.toBe(moved);
  expect(await settled(mdn, left)).toEqual([{ id: 'calls', until: left }]);
  await app.eventually(async () => (await untold(id)) === 0 || undefined);
});

test('[P09] [K10] of extra data the carrier gives after a hold what was left of it, not all of it anew', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn, paidUntil } = line;
  await buy(noa, id, 'data-2');
  await settled(mdn, paidUntil);
  // Its plan has 12 GB; a little less than half a GB more is used. The carrier takes whole megabytes.
  await consume(app, mdn, 12_499.6);
  await app.eventually(async () => {
    const { meters } = await noa.call(viewUsage, { id });
    return meters.find(({ kind }) => kind === 'data')?.used === 12_499.6 || undefined;
  });
  expect((await view(noa, id)).addOns).toMatchObject([
    { id: 'data-2', megabytesLeft: expect.closeTo(1500.4, 3) },
  ]);
  await hold(noa, id, 30);
  await becomes(app, mdn, 'suspended');
  const moved = after(paidUntil, days(27));
  const first = { id: 'data-2', megabytes: 1500, until: moved };
  expect(await settled(mdn, moved)).toEqual([first]);
  await passDays(app, 12);
  const back = await again(noa);
  const left = (await back.call(endHold, { id })).paidUntil;
  expect(await settled(mdn, left)).toEqual([{ ...first, until: left }]);
  expect((await view(back, id)).addOns).toMatchObject([
    { id: 'data-2', megabytesLeft: expect.closeTo(1500.4, 3) },
  ]);
});

test('[P09] [K10] held while the carrier is being told of a pass, it has the pass once, for its moved days', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn, paidUntil } = line;
  const port = app.adapters.carrier;
  const add = port.addAllowance.bind(port);
  const slow = vi.spyOn(port, 'addAllowance').mockImplementationOnce(async (one) => {
    await hold(noa, id, 30);
    // Whoever tells it anew is faster.
    await app.eventually(async () => (await untold(id)) === 0 || undefined);
    await add(one);
  });
  await buy(noa, id, 'calls');
  const moved = after(paidUntil, days(27));
  await app.eventually(async () => slow.mock.calls.length > 2 || undefined);
  slow.mockRestore();
  expect(await settled(mdn, moved)).toEqual([{ id: 'calls', until: moved }]);
});

test('[P09] [K10] an add-on whose first answer the carrier lost is given for its moved days, and known to be', async () => {
  const { noa, line } = await withLine(app);
  const { id, paidUntil } = line;
  const mdn = await giveNumber(app, id, '96');
  await buy(noa, id, 'calls');
  expect(await settled(mdn, paidUntil)).toHaveLength(1);
  expect(await untold(id)).toBe(1);
  await hold(noa, id, 30);
  await passHours(app, 2);
  const moved = after(paidUntil, days(27));
  expect(await settled(mdn, moved)).toEqual([{ id: 'calls', until: moved }]);
  await app.eventually(async () => (await untold(id)) === 0 || undefined);
});

test('[P09] [K08] a plan change of before the hold is refunded after it: the old plan has the days that waited', async () => {
  const { noa, line } = await withLine(app);
  const { id, plan, paidUntil } = line;
  await passDays(app, 5);
  const owner = await again(noa);
  const { quoteId } = await owner.call(quotePlanChange, { id, planId: 'skiff-2', when: 'now' });
  const asked = { id, quoteId, idempotencyKey: freshKey() };
  const { orderId = '' } = await owner.call(changePlan, asked);
  await app.eventually(async () => {
    const now = await view(owner, id);
    return (now.plan.id === 'skiff-2' && !now.nextPlan) || undefined;
  });
  await hold(owner, id, 30);
  await becomes(app, line.mdn, 'suspended');
  await passDays(app, 31);
  const back = await again(noa);
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, back, orderId, 'refunded');
  await passHours(app, 1);
  const now = await view(back, id);
  expect(now).toMatchObject({ status: 'active', plan: { id: plan.id } });
  // Thirty days on hold cost three.
  expect(Math.abs(between(after(paidUntil, days(27)), now.paidUntil))).toBeLessThan(60_000);
});

/** For how many days each it can be put on hold, or why for none. */
async function offered(noa: Noa, id: string): Promise<HoldDays[] | string> {
  const answer = await noa.call(viewHold, { id }).catch((error: unknown) => error);
  if (answer instanceof Error) {
    const { problem, status } = await noa.refusal(viewHold, { id });
    return `${String(status)} ${String(problem.reason)}`;
  }
  return (answer as { offers: { days: HoldDays }[] }).offers.map((one) => one.days);
}

test('[P09] a line is on hold for 90 days in twelve months at most, and no longer', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await hold(noa, id, 60);
  await becomes(app, mdn, 'suspended');
  await passDays(app, 61);
  const once = await again(noa);
  expect(await offered(once, id)).toEqual([30]);
  const longer = await once.refusal(holdLine, { id, days: 60, costDays: 6 });
  expect(longer.status).toBe(422);
  await hold(once, id, 30);
  await becomes(app, mdn, 'suspended');
  await passDays(app, 31);
  const twice = await again(noa);
  expect(await offered(twice, id)).toBe('422 held_enough');
  const { problem } = await twice.refusal(holdLine, { id, days: 30, costDays: 3 });
  expect(String(problem.reason)).toBe('held_enough');
  // Twelve months later.
  await sql`update line_holds set began_at = began_at - interval '460 days',
    until = until - interval '460 days', over_at = over_at - interval '460 days'
    where line_id = ${id}`.execute(app.app.db.query);
  expect(await offered(twice, id)).toEqual([30, 60, 90]);
});

test('[P09] a hold that is taken off early counts with the days that it was', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await hold(noa, id, 90);
  await becomes(app, mdn, 'suspended');
  await passDays(app, 10);
  const back = await again(noa);
  await back.call(endHold, { id });
  await becomes(app, mdn, 'active');
  await emailWhen(app, noa.email, /is back on$/);
  expect(await offered(back, id)).toEqual([30, 60]);
});

test('[P09] taken off before the network paused it, a hold costs nothing', async () => {
  const { noa, line } = await withLine(app);
  const { id, paidUntil } = line;
  await carrier('down');
  await hold(noa, id, 30);
  await passHours(app, 2);
  const { hold: shown } = await noa.call(viewHold, { id });
  expect.soft(shown).toMatchObject({ confirmed: false, ifEndedNow: { costDays: 0 } });
  const shownUntil = shown?.ifEndedNow.paidUntil;
  expect.soft(Math.abs(between(paidUntil, shownUntil))).toBeLessThan(30_000);
  const left = (await noa.call(endHold, { id })).paidUntil;
  expect(Math.abs(between(paidUntil, left))).toBeLessThan(30_000);
  expect((await view(noa, id)).paidUntil).toBe(left);
  expect((await view(noa, id)).period?.to).toBe(left);
});

test('[P09] a hold that the network doesn’t do in a day is over, costs nothing, and is told once', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn, paidUntil } = line;
  await carrier('down');
  await hold(noa, id, 30);
  await passHours(app, 25);
  const left = await view(noa, id);
  expect(left).not.toHaveProperty('heldUntil');
  expect(left.underWay ?? []).not.toContain('hold');
  expect(Math.abs(between(paidUntil, left.paidUntil))).toBeLessThan(30_000);
  expect(left.period?.to).toBe(left.paidUntil);
  const failed = (all: readonly string[]) =>
    all.filter((one) => /couldn’t be put on hold$/.test(one));
  expect(failed(await subjects(app, noa))).toHaveLength(1);
  await carrier('none');
  await passHours(app, 1);
  await becomes(app, mdn, 'active');
  await app.eventually(async () => (await view(noa, id)).status === 'active' || undefined);
  await passHours(app, 1);
  const all = await subjects(app, noa);
  expect(failed(all)).toHaveLength(1);
  expect(all).not.toContainEqual(expect.stringMatching(/is back on$/));
  expect(all).not.toContainEqual(expect.stringMatching(/is on hold$/));
});
