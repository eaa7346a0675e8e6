import { viewLine } from '@portside/contract/line-detail';
import { blockLine } from '@portside/contract/line-block';
import { endLine } from '@portside/contract/line-ending';
import { openPortOut } from '@portside/contract/port-out';
import { listTransactions } from '@portside/contract/payments';
import { replaceSim } from '@portside/contract/sim-replacement';
import { viewUsage } from '@portside/contract/usage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmed,
  offerTo,
  quay,
  unlock,
  usedWhen,
  withFreeLine,
} from '../testing/handing-over.ts';
import { consume, lineOf, passDays, passHours, renew, withLine } from '../testing/line-life.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { again, becomes, carrier, withHeldLine } from '../testing/on-hold.ts';
import { inTime } from '../testing/passing-time.ts';
import { proving } from '../testing/proving.ts';
import { separate } from '../testing/separating.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { hindranceOf } from './separating.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const hindrance = (id: string) => hindranceOf(app.app, app.app.db.query, id);
const isActive = async (msisdn: string) =>
  (await app.adapters.carrier.viewLine({ msisdn })) === 'active';

test('[P05] a line that works goes on in an account of its own, with its number, SIM, plan and paid days', async () => {
  const { noa, line } = await withLine(app);
  const before = await noa.call(viewLine, { id: line.id });
  const omar = await confirmed(app);
  expect(await hindrance(line.id)).toBeUndefined();
  const moved = await separate(app, line.id, omar, quay);
  expect(moved).toMatchObject({ mdn: line.mdn, planName: line.plan.retailName });
  expect(moved?.paidUntil?.toISOString()).toBe(line.paidUntil);
  const id = moved?.id ?? '';
  const now = await omar.call(viewLine, { id });
  expect(now).toMatchObject({
    mdn: line.mdn,
    iccid: line.iccid,
    status: 'active',
    plan: { id: line.plan.id },
    paidUntil: line.paidUntil,
    period: before.period,
    autopay: { on: false },
    emergencyAddress: { streetNumber: '14', zipCode: '10004' },
    locks: { sim: { on: true }, number: { on: true } },
  });
  // Not even an agent who looks with them sees where it came from.
  expect(now.takenOverAt).toBeUndefined();
  expect((await lineOf(noa, line.id)).status).toBe('ended');
  expect((await omar.call(listTransactions, {})).transactions).toEqual([]);
  await passHours(app, 1);
  expect(await isActive(line.mdn)).toBe(true);
  expect(await hindrance(line.id)).toBe('ended');
  // It can be paid for.
  await passDays(app, 25);
  const me = await again(app, omar);
  await renew(app, me, id);
  expect((await me.call(viewLine, { id })).paidUntil).not.toBe(line.paidUntil);
});

test('[P05] without an address the line has none, and nothing of its holder’s', async () => {
  const { line } = await withLine(app);
  const omar = await confirmed(app);
  const moved = await separate(app, line.id, omar);
  expect(moved?.asksCarrier).toBe(false);
  const now = await omar.call(viewLine, { id: moved?.id ?? '' });
  expect(now.emergencyAddress).toBeUndefined();
  expect(now.nickname).toBe(line.plan.retailName);
});

test('[P05] [K13] what its holder had blocked works again, once the network has turned it on', async () => {
  const { noa, line } = await withLine(app);
  await noa.call(blockLine, { id: line.id, reason: 'stolen' });
  expect(await hindrance(line.id)).toBe('busy');
  await becomes(app, line.mdn, 'suspended');
  await inTime(app, async () => ((await hindrance(line.id)) ? undefined : true));
  const omar = await confirmed(app);
  await carrier(app, 'down');
  const moved = await separate(app, line.id, omar);
  const id = moved?.id ?? '';
  expect(await omar.call(viewLine, { id })).toMatchObject({
    status: 'suspended',
    network: { asked: 'unblock' },
  });
  await carrier(app, 'none');
  await becomes(app, line.mdn, 'active');
  await inTime(app, async () => ((await lineOf(omar, id)).status === 'active' ? true : undefined));
});

test('[P05] [K06] a line that is past due goes as it is: what it owes stays behind, and its next 30 days can be paid', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 45);
  await becomes(app, line.mdn, 'suspended');
  await inTime(app, async () => ((await hindrance(line.id)) ? undefined : true));
  const price = (await (await again(app, noa)).call(viewLine, { id: line.id })).plan.retailPrice;
  const omar = await confirmed(app);
  const moved = await separate(app, line.id, omar);
  expect(moved).toBeDefined();
  expect(moved?.paidUntil).toBeUndefined();
  const id = moved?.id ?? '';
  const now = await omar.call(viewLine, { id });
  expect(now).toMatchObject({
    status: 'suspended',
    statusReason: 'unpaid',
    plan: { id: line.plan.id, retailPrice: price },
  });
  // Not given up at once because of days that were somebody else’s.
  const movedAt = app.clock.now().getTime();
  const kept = Date.parse(now.numberKeptUntil ?? '') - movedAt;
  expect(kept).toBeGreaterThan(29.9 * 864e5);
  const { orderId } = await renew(app, omar, id);
  expect(orderId).toBeDefined();
  await inTime(app, async () => ((await lineOf(omar, id)).status === 'active' ? true : undefined));
  await becomes(app, line.mdn, 'active');
});

test('[P05] [K06] the number of one that was past due for long is kept for thirty days from the move, with reminders', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 83);
  const holder = await again(app, noa);
  expect((await lineOf(holder, line.id)).status).toBe('suspended');
  await inTime(app, async () => ((await hindrance(line.id)) ? undefined : true));
  const omar = await confirmed(app);
  const moved = await separate(app, line.id, omar);
  const id = moved?.id ?? '';
  await passDays(app, 29);
  const me = await again(app, omar);
  expect((await lineOf(me, id)).status).toBe('suspended');
  await allEmailsSent(app);
  const told = (await app.emails(omar.email, 0)).map(({ subject }) => subject).join('\n');
  expect(told).toMatch(/^We keep your number/m);
  await passDays(app, 2);
  expect((await lineOf(await again(app, omar), id)).status).toBe('ended');
});

test('[P05] [P09] a hold ends with the move, and the line is turned on', async () => {
  const { line } = await withHeldLine(app, 30);
  await inTime(app, async () => ((await hindrance(line.id)) ? undefined : true));
  const omar = await confirmed(app);
  const moved = await separate(app, line.id, omar);
  await becomes(app, line.mdn, 'active');
  await inTime(app, async () =>
    (await lineOf(omar, moved?.id ?? '')).status === 'active' ? true : undefined,
  );
  expect(await omar.call(viewLine, { id: moved?.id ?? '' })).not.toHaveProperty('heldUntil');
});

test('[P05] an ending, an offer, a transfer PIN, a SIM change that waits and open locks are gone with it', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id, mdn: msisdn } = line;
  const omar = await confirmed(app);
  await proving(noa);
  await offerTo(noa, id, omar.email);
  await proving(noa);
  const { transferPin } = await noa.call(openPortOut, { id });
  await proving(noa);
  await noa.call(endLine, { id });
  await proving(noa);
  await noa.call(replaceSim, { id, simType: 'esim' });
  expect(await hindrance(id)).toBeUndefined();
  const moved = await separate(app, id, omar);
  const now = await omar.call(viewLine, { id: moved?.id ?? '' });
  expect(now).toMatchObject({
    status: 'active',
    locks: { sim: { on: true }, number: { on: true } },
  });
  expect(now).not.toHaveProperty('endsOn');
  expect(now).not.toHaveProperty('sim');
  await passHours(app, 2);
  expect(await app.adapters.carrier.viewNumberLock({ msisdn })).toBe(true);
  await app.adapters.carrier.setNumberLock({ msisdn, on: false });
  const answer = await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step: 'request', transferPin }),
  });
  expect(answer.status).toBe(409);
  expect((await lineOf(await again(app, omar), moved?.id ?? '')).iccid).toBe(line.iccid);
});

test('[P05] what was used of the running days counts on, and nobody sees the other’s days', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 2);
  await consume(app, line.mdn, 100);
  const holder = await again(app, noa);
  await usedWhen(app, holder, line.id, 100);
  const omar = await confirmed(app);
  const moved = await separate(app, line.id, omar);
  const id = moved?.id ?? '';
  await usedWhen(app, omar, id, 100);
  const { days } = await omar.call(viewUsage, { id });
  expect(days.filter(({ megabytes }) => megabytes > 0)).toEqual([]);
});

test('[P05] what hinders it: it never worked, ended, is leaving, or something is under way; not the account that it is in', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id, mdn: msisdn } = line;
  await unlock(app, id);
  await proving(noa);
  await app.adapters.carrier.setNumberLock({ msisdn, on: false });
  expect(await separate(app, id, noa)).toBeUndefined();
  const { transferPin } = await noa.call(openPortOut, { id });
  const asked = await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step: 'request', transferPin }),
  });
  expect(asked.ok).toBe(true);
  await inTime(app, async () => ((await hindrance(id)) === 'leaving' ? true : undefined));
  const omar = await confirmed(app);
  expect(await separate(app, id, omar)).toBeUndefined();
  expect((await lineOf(noa, id)).status).toBe('active');
  expect(await hindrance('lin_no')).toBe('ended');
});

test('[P05] [K13] while the carrier does not answer, a block stays under way', async () => {
  const { noa, line } = await withLine(app);
  await carrier(app, 'down');
  await noa.call(blockLine, { id: line.id, reason: 'lost' });
  expect(await hindrance(line.id)).toBe('busy');
  await carrier(app, 'none');
  await becomes(app, line.mdn, 'suspended');
  await emailWhen(app, noa.email, /blocked/);
});
