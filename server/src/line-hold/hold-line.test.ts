import { viewLine } from '@portside/contract/line-detail';
import { endHold, type HoldDays, holdLine, viewHold } from '@portside/contract/line-hold';
import { blockLine, unblockLine } from '@portside/contract/line-block';
import { endLine as askEnd } from '@portside/contract/line-ending';
import { viewLineHealth } from '@portside/contract/line-health';
import { quotePlanChange } from '@portside/contract/plan-change';
import { quoteRenewal } from '@portside/contract/renewals';
import { listActivity } from '@portside/contract/sessions';
import { stepUp } from '@portside/contract/sign-in';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { days, hours, later } from '../clock.ts';
import { endLine } from '../lines/suspension.ts';
import { asAgent } from '../testing/as-agent.ts';
import { lineOf, passDays, passHours, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());
afterEach(() => carrier('none'));

const view = (noa: Noa, id: string) => noa.call(viewLine, { id });
const prove = (noa: Noa) => noa.call(stepUp, { password: 'Anchor7!' });
const atCarrier = (msisdn: string) => app.adapters.carrier.viewLine({ msisdn });
const becomes = (msisdn: string, state: string) =>
  app.eventually(async () => (await atCarrier(msisdn)) === state || undefined);
const carrier = (mode: string) =>
  app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
const after = (moment: string | null | undefined, time: number) =>
  later(new Date(moment ?? Number.NaN), time).toISOString();
/** The clock runs on meanwhile. */
const near = (moment: string | null | undefined, to: Date | string) =>
  Math.abs(Date.parse(moment ?? '') - new Date(to).getTime()) < 30_000;
const costs: Record<HoldDays, number> = { 30: 3, 60: 6, 90: 9 };
const hold = (noa: Noa, id: string, length: HoldDays) =>
  noa.call(holdLine, { id, days: length, costDays: costs[length] });
const again = async ({ email }: Noa): Promise<Noa> => ({
  ...(await app.as(email, 'Anchor7!')),
  email,
});
const subjects = async (noa: Noa) =>
  (await app.emails(noa.email, 0))
    .map((one) => one.subject)
    .filter((one) => /on hold|is back|back on|hold of|blocked/.test(one));
const kinds = async (noa: Noa) =>
  (await noa.call(listActivity, {})).activity.map(({ kind }) => kind);

test('[P09] what a hold costs and when the line is back is said first; its paid days wait, and it is back by itself', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn, paidUntil } = line;
  expect((await view(noa, id)).mayHold).toBe(true);
  const { offers, hold: none } = await noa.call(viewHold, { id });
  expect(none).toBeUndefined();
  const now = app.app.clock.now().getTime();
  expect(offers.map(({ days: length, costDays }) => [length, costDays])).toEqual([
    [30, 3],
    [60, 6],
    [90, 9],
  ]);
  const [month] = offers;
  expect(month?.paidUntil).toBe(after(paidUntil, days(27)));
  expect(near(month?.until, later(new Date(now), days(30)))).toBe(true);

  const { message, until } = await hold(noa, id, 60);
  expect(message).toMatch(/^We asked the network to put your line on hold until/);
  expect(near(until, later(new Date(now), days(60)))).toBe(true);
  const held = await view(noa, id);
  expect(held).toMatchObject({
    status: 'suspended',
    statusReason: 'on_hold',
    nextAction: 'end_hold',
    heldUntil: until,
    paidUntil: after(paidUntil, days(54)),
    underWay: ['hold'],
  });
  expect(held.period?.to).toBe(held.paidUntil);
  expect(held).not.toHaveProperty('mayHold');
  expect(held).not.toHaveProperty('numberKeptUntil');
  expect(await lineOf(noa, id)).toMatchObject({ nextAction: 'end_hold', heldUntil: until });
  await becomes(mdn, 'suspended');
  const { text } = await emailWhen(app, noa.email, /is on hold$/);
  expect(text).toContain('Don’t count on it for 911');
  expect(await kinds(noa)).toContain('line_hold_confirmed');
  expect((await noa.call(viewHold, { id })).hold).toMatchObject({
    until,
    confirmed: true,
    costDays: 6,
    paidUntil: held.paidUntil,
  });
  // Again, as after a lost answer.
  expect(await hold(noa, id, 60)).toEqual({ message, until });
  expect((await view(noa, id)).paidUntil).toBe(held.paidUntil);
  const other = await noa.refusal(holdLine, { id, days: 30, costDays: 3 });
  expect(other.problem.reason).toBe('on_hold');
  for (const call of [
    noa.refusal(quoteRenewal, { id }),
    noa.refusal(quotePlanChange, { id, planId: 'skiff-2', when: 'renewal' }),
  ]) {
    expect((await call).problem).toMatchObject({ reason: 'busy', with: 'hold' });
  }

  await passDays(app, 56);
  expect(await subjects(noa)).toHaveLength(1);
  await passDays(app, 2);
  expect((await emailWhen(app, noa.email, /is back on \w/)).text).not.toContain('blocked');
  await passDays(app, 2);
  await becomes(mdn, 'active');
  await emailWhen(app, noa.email, /is back on$/);
  const back = await view(await again(noa), id);
  expect(back).toMatchObject({ status: 'active', paidUntil: held.paidUntil });
  expect(back).not.toHaveProperty('heldUntil');
  expect(back).not.toHaveProperty('underWay');
  expect(await subjects(noa)).toHaveLength(3);
});

test('[P09] taken off early in one press it costs what was used of it, and never less than a day', async () => {
  for (const [used, cost] of [
    [hours(5), 1],
    [days(10) - hours(1), 1],
    [days(10) + hours(1), 2],
    [days(25), 3],
  ] as const) {
    const { noa, line } = await withLine(app);
    const { id, mdn, paidUntil } = line;
    await hold(noa, id, 90);
    await becomes(mdn, 'suspended');
    await passHours(app, used / hours(1));
    const owner = used > days(2) ? await again(noa) : noa;
    const { hold: shown } = await owner.call(viewHold, { id });
    const { message, paidUntil: left } = await owner.call(endHold, { id });
    expect(message).toMatch(/^We asked the network to turn your line back on/);
    const passed = app.app.clock.now().getTime() - Date.parse(shown?.since ?? '');
    expect(near(left, after(paidUntil, passed - days(cost)))).toBe(true);
    expect(near(shown?.ifEndedNow.paidUntil, left ?? '')).toBe(true);
    expect(shown?.ifEndedNow.costDays).toBe(cost);
    await becomes(mdn, 'active');
    expect(await view(owner, id)).toMatchObject({ status: 'active', paidUntil: left });
    expect((await view(owner, id)).period?.to).toBe(left);
    await emailWhen(app, noa.email, /is back on$/);
    expect((await owner.refusal(endHold, { id })).problem.reason).toBe('not_on_hold');
    expect((await view(owner, id)).paidUntil).toBe(left);
  }
});

test('[P09] nothing is called on hold before the network confirmed it; what is late is told', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  const found = async () =>
    (await noa.call(viewLineHealth, { id })).findings.find(({ code }) => code === 'hold');
  await carrier('down');
  await hold(noa, id, 30);
  expect((await view(noa, id)).network).toMatchObject({ asked: 'hold', isLate: false });
  expect((await noa.call(viewHold, { id })).hold?.confirmed).toBe(false);
  expect((await found())?.message).toContain('The network is putting this line on hold');
  await passHours(app, 1);
  expect((await view(noa, id)).network).toMatchObject({ asked: 'hold', isLate: true });
  expect((await found())?.message).toContain('it may still work');
  await emailWhen(app, noa.email, /isn’t on hold yet$/);
  expect(await kinds(noa)).not.toContain('line_hold_confirmed');
  await carrier('none');
  await passHours(app, 1);
  await becomes(mdn, 'suspended');
  await emailWhen(app, noa.email, /is on hold$/);
  expect(await found()).toMatchObject({ action: 'end_hold' });
  await carrier('down');
  await noa.call(endHold, { id });
  expect((await view(noa, id)).network).toMatchObject({ asked: 'unhold' });
  expect(await found()).toBeUndefined();
  expect(await subjects(noa)).not.toContainEqual(expect.stringMatching(/is back on$/));
  await carrier('none');
  await passHours(app, 1);
  await emailWhen(app, noa.email, /is back on$/);
});

test('[P09] taken off before the network paused it, it was never on hold', async () => {
  const { noa, line } = await withLine(app);
  await carrier('down');
  await hold(noa, line.id, 30);
  await noa.call(endHold, { id: line.id });
  await carrier('none');
  await passHours(app, 1);
  await becomes(line.mdn, 'active');
  await emailWhen(app, noa.email, /is back on$/);
  expect(await subjects(noa)).not.toContainEqual(expect.stringMatching(/is on hold$/));
});

test('[P09] [K13] blocked while it goes on hold, both are told; one ends, and the other is left', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await carrier('down');
  await hold(noa, id, 30);
  await noa.call(blockLine, { id });
  expect((await view(noa, id)).network).toMatchObject({ asked: 'block' });
  await carrier('none');
  await passHours(app, 1);
  await becomes(mdn, 'suspended');
  expect((await emailWhen(app, noa.email, /is blocked$/)).text).toContain('on hold, too');
  expect((await emailWhen(app, noa.email, /is on hold$/)).text).toContain('It stays blocked');
  const both = await view(noa, id);
  expect(both).toMatchObject({ statusReason: 'blocked', nextAction: 'unblock' });
  expect(both.heldUntil).toBeDefined();
  await prove(noa);
  expect((await noa.call(unblockLine, { id })).message).toMatch(/still on hold/);
  expect(await view(noa, id)).toMatchObject({ statusReason: 'on_hold', nextAction: 'end_hold' });
  await noa.call(blockLine, { id });
  await passDays(app, 28);
  const soon = await emailWhen(app, noa.email, /^The hold of .* ends on/);
  expect(soon.text).toContain('stays blocked');
  await passDays(app, 3);
  expect((await emailWhen(app, noa.email, /^The hold of .* is over$/)).text).toContain('blocked');
  expect(await atCarrier(mdn)).toBe('suspended');
  expect(await view(await again(noa), id)).toMatchObject({ statusReason: 'blocked' });
});

test('[P09] it is refused while too few days are left, the line is to end, or it does not work; and by an agent', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const reasonOf = async (length: HoldDays = 30) =>
    (await noa.refusal(holdLine, { id, days: length, costDays: costs[length] })).problem.reason;
  const agent = await asAgent(app, noa.email);
  expect((await agent.call(viewHold, { id })).offers).toHaveLength(3);
  for (const call of [holdLine, endHold]) {
    const asked = { id, days: 30 as const, costDays: 3 };
    expect((await agent.refusal(call, asked)).status).toBe(403);
  }
  const changed = await noa.refusal(holdLine, { id, days: 30, costDays: 2 });
  expect(changed.problem.reason).toBe('cost_changed');
  const stranger = await withLine(app);
  expect((await stranger.noa.refusal(viewHold, { id })).status).toBe(404);
  expect((await stranger.noa.refusal(endHold, { id })).status).toBe(404);
  // Six days are left after a hold, so 21 are enough for one that costs 15 and no more.
  await passDays(app, 16);
  const owner = await again(noa);
  const { offers } = await owner.call(viewHold, { id });
  expect(offers.map((one) => one.days)).toEqual([30, 60]);
  await passDays(app, 6);
  const late = await again(noa);
  const few = await late.refusal(viewHold, { id });
  expect(few.problem.reason).toBe('too_few_days');
  await late.call(stepUp, { password: 'Anchor7!' });
  await late.call(askEnd, { id });
  expect((await late.refusal(holdLine, { id, days: 30, costDays: 3 })).problem.reason).toBe(
    'line_ends',
  );
  expect(await view(late, id)).not.toHaveProperty('mayHold');
  await app.app.db.transaction((tx) => endLine(app.app, tx, id));
  expect((await late.refusal(viewHold, { id })).problem.reason).toBe('line_ended');
  expect((await late.refusal(endHold, { id })).problem.reason).toBe('line_ended');
  expect(await reasonOf()).toBeDefined();
});

test('[P09] a line that ends on hold is off it, and nobody hears of its return', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await hold(noa, id, 30);
  await becomes(mdn, 'suspended');
  await emailWhen(app, noa.email, /is on hold$/);
  await app.app.db.transaction((tx) => endLine(app.app, tx, id));
  await passDays(app, 31);
  expect(await subjects(noa)).toHaveLength(1);
  expect(await view(await again(noa), id)).not.toHaveProperty('underWay');
  expect(await atCarrier(mdn)).toBe('released');
});

test('[P09] [K17] a line that is ended while it is on hold ends with its paid days, after the hold', async () => {
  const { noa, line } = await withLine(app);
  const { id, paidUntil } = line;
  await hold(noa, id, 30);
  await prove(noa);
  expect((await noa.call(askEnd, { id })).endsOn).toBe(after(paidUntil, days(27)));
  await passDays(app, 31);
  expect(await view(await again(noa), id)).toMatchObject({ status: 'active' });
  await passDays(app, 27);
  expect((await view(await again(noa), id)).status).toBe('ended');
});
