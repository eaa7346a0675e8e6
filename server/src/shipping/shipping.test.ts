import { activateSim } from '@portside/contract/sim';
import { viewLine } from '@portside/contract/line-detail';
import { viewLineHealth } from '@portside/contract/line-health';
import type { Line } from '@portside/contract/lines';
import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { listNeeds } from '@portside/contract/needs';
import { listPortIns } from '@portside/contract/port-in';
import { replaceSim } from '@portside/contract/sim-replacement';
import { sendNewCard } from '@portside/contract/shipping';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { lineOf, passDays, passHours, type Noa } from '../testing/line-life.ts';
import { allEmailsSent, nextEmail } from '../testing/mailbox.ts';
import { afterTheWait, mailedIccid, playMail, simWhen, withOpenSim } from '../testing/new-sim.ts';
import { draftOf, oldService } from '../testing/porting.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { inTime } from '../testing/passing-time.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };

const play = (lineId: string, step: string) => playMail(app, lineId, step);
const iccidOf = (lineId: string) => mailedIccid(app, lineId);

async function bought(change: object = {}): Promise<{ noa: Noa; id: string; orderId: string }> {
  const noa = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app), {
    paymentToken: token,
    simType: 'physical',
    shipping,
    ...change,
  });
  const { orderId } = await noa.call(placeOrder, order);
  const { line } = await orderWhen(app, noa, orderId, 'paid');
  return { noa, id: line?.id ?? '', orderId };
}

const activeLine = (noa: Noa, id: string): Promise<Line> =>
  inTime(app, async () => {
    const line = await lineOf(noa, id);
    return line.status === 'active' ? line : undefined;
  });

// What takes longest is first: the lines of other tests live through it as well.
test('[G07] a number that wants its SIM card alone asks nothing of its customer, and waits as long as the card takes', async () => {
  const msisdn = '4155550121';
  const noa = await newcomer(app);
  const tempSubscriptionId = await draftOf(noa, msisdn);
  const portIn = { tempSubscriptionId, msisdn, zipCode: '10038', oldService };
  const paymentToken_ = await paymentToken(app, cards.visa);
  const order = { paymentToken: paymentToken_, simType: 'physical', shipping, portIn } as const;
  const { orderId } = await noa.call(placeOrder, orderOf(await fillCart(app), order));
  const { line } = await orderWhen(app, noa, orderId, 'paid');
  const id = line?.id ?? '';
  const portInNow = async () => (await noa.call(listPortIns, {})).portIns[0];
  expect((await portInNow())?.message).toBe(
    'The transfer starts when you activate your SIM card. Until then your number works as always.',
  );
  // Longer than a transfer stays open that waits for its customer.
  await passDays(app, 33);
  expect(await portInNow()).toMatchObject({ status: 'details_needed' });
  await play(id, 'mailed');
  await nextEmail(app, noa.email, /in the mail/);
  await passDays(app, 3);
  await allEmailsSent(app);
  const told = (await app.emails(noa.email, 0)).map(({ subject }) => subject);
  expect(told.filter((subject) => /What we need|still waiting|closed/.test(subject))).toEqual([]);
  await noa.call(activateSim, { id, iccid: await iccidOf(id) });
  expect(await activeLine(noa, id)).toMatchObject({ mdn: msisdn });
});

test('[K01] 14 days after the mailing the line starts by itself; told after ten days, a new card is free', async () => {
  const { noa, id } = await bought();
  expect((await noa.refusal(sendNewCard, { id })).problem.reason).toBe('too_early');
  await play(id, 'mailed');
  await passDays(app, 9);
  expect((await noa.refusal(sendNewCard, { id })).problem.reason).toBe('too_early');
  await passDays(app, 1);
  expect((await nextEmail(app, noa.email, /SIM card come\?/)).text).toContain('free');
  expect((await lineOf(noa, id)).shipping).toMatchObject({ state: 'mailed', isLate: true });
  expect((await noa.call(listNeeds, {})).needs).toMatchObject([{ code: 'card_late', lineId: id }]);
  const lost = await iccidOf(id);
  const stranger = await newcomer(app);
  expect((await stranger.refusal(sendNewCard, { id })).status).toBe(404);
  const tabs = await Promise.allSettled([1, 2].map(() => noa.call(sendNewCard, { id })));
  expect(tabs.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  expect((await lineOf(noa, id)).shipping).toMatchObject({ state: 'preparing', isLate: false });
  // The lost one starts nothing.
  await passDays(app, 10);
  expect((await lineOf(noa, id)).status).toBe('pending');
  await play(id, 'mailed');
  const iccid = await iccidOf(id);
  expect(iccid).not.toBe(lost);
  await passDays(app, 13);
  expect((await lineOf(noa, id)).status).toBe('pending');
  await passDays(app, 1);
  const line = await activeLine(noa, id);
  expect(line.iccid).toBe(iccid);
  const { period } = await noa.call(viewLine, { id });
  const now = await passHours(app, 0);
  expect(now.getTime() - Date.parse(period?.from ?? '')).toBeLessThan(days(1));
});

test('[K14] a replacement card by mail: the old SIM works until the new card is activated, whatever the time', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  await noa.call(replaceSim, { id, simType: 'physical', shipping });
  const begun = await afterTheWait(app, noa, id);
  expect(begun).toMatchObject({
    iccid: line.iccid,
    sim: { state: 'under_way', isMailed: true },
    shipping: { state: 'preparing', replacesSim: true },
  });
  // Whoever is logged in moves it to no card but the one that is mailed.
  const other = '8901410000000003314';
  expect((await noa.refusal(activateSim, { id, iccid: other })).problem.reason).toBe(
    'sim_mismatch',
  );
  await play(id, 'mailed');
  expect((await noa.refusal(activateSim, { id, iccid: other })).problem.reason).toBe(
    'sim_mismatch',
  );
  const mailed = await nextEmail(app, noa.email, /in the mail/);
  expect(mailed.text).toContain('The SIM that you have works until then');
  const iccid = await iccidOf(id);
  // It starts by itself on no day.
  await passDays(app, 16);
  expect(await noa.call(viewLine, { id })).toMatchObject({ iccid: line.iccid, status: 'active' });
  await play(id, 'arrived');
  await noa.call(activateSim, { id, iccid });
  await noa.call(activateSim, { id, iccid });
  await passHours(app, 1);
  const moved = await simWhen(app, noa, id, 'done');
  expect(moved).toMatchObject({ iccid, simType: 'physical', mdn: line.mdn });
  expect(moved.shipping).toBeUndefined();
});

test('[L08] [L20] refunded before it begins, a line ends, and no card of it is sent or activated', async () => {
  const { noa, id, orderId } = await bought();
  await play(id, 'mailed');
  const iccid = await iccidOf(id);
  const { noa: other, id: unsent, orderId: second } = await bought();
  for (const one of [orderId, second]) {
    expect((await runVerb(app.app, ['order', 'refund', one])).fine).toBe(true);
  }
  expect((await lineOf(other, unsent)).status).toBe('ended');
  expect((await play(unsent, 'mailed')).status).toBe(409);
  const { problem } = await noa.refusal(activateSim, { id, iccid });
  expect(problem).toMatchObject({ reason: 'line_ended' });
  await passDays(app, 15);
  expect(await lineOf(noa, id)).toMatchObject({ status: 'ended', paidUntil: null });
});

test('[K01] [L20] a line bought with a SIM card is not active before its card is: preparing, mailed, arrived', async () => {
  const { noa, id, orderId } = await bought();
  const receipt = await nextEmail(app, noa.email, /receipt/);
  expect(receipt.text).toContain(
    'Your paid days begin when you activate the card, and 14 days after',
  );
  await passDays(app, 2);
  const waiting = await noa.call(viewLine, { id });
  expect(waiting).toMatchObject({
    status: 'pending',
    mdn: '',
    paidUntil: null,
    shipping: { state: 'preparing', startDays: 14, isLate: false, replacesSim: false },
  });
  expect((await noa.call(viewOrder, { id: orderId })).payment.message).toContain(
    'preparing your SIM card',
  );
  expect((await play(id, 'arrived')).status).toBe(409);
  expect(await play(id, 'mailed')).toMatchObject({ status: 200, lineId: id, state: 'mailed' });
  const mailedAt = await passHours(app, 0);
  const mailed = await nextEmail(app, noa.email, /SIM card is in the mail/);
  expect(mailed.text).toContain('tools.usps.com');
  const iccid = await iccidOf(id);
  // The same step again changes nothing, and tells nobody.
  await play(id, 'mailed');
  expect(await iccidOf(id)).toBe(iccid);
  expect((await lineOf(noa, id)).shipping).toMatchObject({
    state: 'mailed',
    carrier: 'USPS',
    trackingUrl: expect.stringContaining('usps.com') as string,
  });
  const { startsOn = '' } = (await lineOf(noa, id)).shipping ?? {};
  expect(mailedAt.getTime() + days(14) - Date.parse(startsOn)).toBeLessThan(60_000);
  await passDays(app, 3);
  await play(id, 'arrived');
  await play(id, 'arrived');
  expect((await nextEmail(app, noa.email, /has arrived: activate it/)).link).toContain(
    `setup=${id}`,
  );
  expect(await lineOf(noa, id)).toMatchObject({
    status: 'pending',
    nextAction: 'set_up_sim',
    shipping: { state: 'arrived' },
  });
  const { findings } = await noa.call(viewLineHealth, { id });
  expect(findings[0]).toMatchObject({ code: 'activation', action: 'set_up_sim' });
  const { needs } = await noa.call(listNeeds, {});
  expect(needs).toMatchObject([{ code: 'set_up_sim', action: { text: 'It’s here: activate' } }]);
  await allEmailsSent(app);
  const told = (await app.emails(noa.email, 0)).map(({ subject }) => subject);
  expect(told.filter((one) => /line is active/.test(one))).toEqual([]);
  expect(told.filter((one) => /in the mail|has arrived/.test(one))).toHaveLength(2);
});

test('[K01] its 30 days begin when the card is activated, whoever presses twice, and with another card not', async () => {
  const { noa, id } = await bought();
  await play(id, 'mailed');
  const iccid = await iccidOf(id);
  await passDays(app, 4);
  const other = '8901410000000000013';
  expect((await noa.refusal(activateSim, { id, iccid: other })).problem.reason).toBe(
    'sim_mismatch',
  );
  const stranger = await newcomer(app);
  expect((await stranger.refusal(activateSim, { id, iccid })).status).toBe(404);
  const begins = (await passHours(app, 0)).getTime();
  const pressed = await Promise.all([1, 2].map(() => noa.call(activateSim, { id, iccid })));
  for (const { message } of pressed) expect(message).toMatch(/activating your SIM|is on its way/);
  const line = await activeLine(noa, id);
  expect(line).toMatchObject({ iccid, simType: 'physical' });
  expect(line.shipping).toBeUndefined();
  const paidFor = Date.parse(line.paidUntil ?? '') - begins;
  expect(paidFor).toBeGreaterThanOrEqual(days(30));
  expect(paidFor).toBeLessThan(days(30) + 60_000);
  await nextEmail(app, noa.email, /line is active/);
  await noa.call(activateSim, { id, iccid });
  // Played late, the mail moves nothing.
  expect(await play(id, 'arrived')).toMatchObject({ status: 200, state: 'activated' });
});

test('[G07] [K01] a number to bring is not submitted before its line’s card is activated', async () => {
  const msisdn = '4155550120';
  const noa = await newcomer(app);
  const tempSubscriptionId = await draftOf(noa, msisdn);
  const token = await paymentToken(app, cards.visa);
  const portIn = { tempSubscriptionId, msisdn, zipCode: '10038', oldService };
  const order = orderOf(await fillCart(app), {
    paymentToken: token,
    simType: 'physical',
    shipping,
    portIn,
  });
  const { orderId } = await noa.call(placeOrder, order);
  const { line } = await orderWhen(app, noa, orderId, 'paid');
  const id = line?.id ?? '';
  const portInNow = async () => (await noa.call(listPortIns, {})).portIns[0];
  await play(id, 'mailed');
  expect((await nextEmail(app, noa.email, /in the mail/)).text).toContain('moves from your old');
  await passDays(app, 5);
  expect(await portInNow()).toMatchObject({ status: 'details_needed', attempts: 0 });
  // It wants nothing of its customer but the card.
  expect((await noa.call(listNeeds, {})).needs).toEqual([]);
  expect((await noa.call(viewLine, { id })).nextAction).toBeUndefined();
  const iccid = await iccidOf(id);
  await noa.call(activateSim, { id, iccid });
  const active = await activeLine(noa, id);
  expect(active).toMatchObject({ mdn: msisdn, iccid });
  expect(await portInNow()).toMatchObject({ status: 'completed', attempts: 1 });
});

test('a card of one’s own is mailed to nobody, and its line begins at once', async () => {
  const { noa, id } = await bought({ iccid: '8901410000000006614' });
  expect((await activeLine(noa, id)).shipping).toBeUndefined();
  expect((await play(id, 'mailed')).status).toBe(404);
});

test('[L20] the operator lists cards oldest first, prints a slip, and notes what was mailed and arrived', async () => {
  const first = await bought();
  const second = await bought();
  const text = async (...words: string[]) => (await runVerb(app.app, ['shipping', ...words])).text;
  const rows = (await text()).split('\n');
  expect(rows.at(-1)).toContain('Noa Newcomer  1 Main St, New York, NY 10038  harbor');
  const [one = '', two = ''] = rows.slice(-2).map((row) => /shp_\w+/.exec(row)?.[0] ?? '');
  expect(await text('slip', one)).toContain('1 Main St\nNew York, NY 10038');
  expect(await text('arrived', one)).toContain('has not left yet');
  const iccid = '8901410000000004411';
  expect(await text('mailed', one, '12', 'UPS')).toContain('shipping [slip');
  expect(await text('mailed', one, '8901260000000000030', 'UPS')).toContain('does not know');
  expect(await text('mailed', one, iccid, 'UPS', '1Z 999')).toContain('told by email');
  expect(await text('mailed', two, iccid, 'UPS')).toContain('on its way to somebody else');
  expect(await text('mailed', one, iccid, 'UPS', '1Z 998')).toContain('no further email');
  expect((await lineOf(first.noa, first.id)).shipping).toMatchObject({
    carrier: 'UPS',
    trackingNumber: '1Z 998',
  });
  expect(await text('arrived', one)).toContain('has arrived');
  expect(await text()).not.toContain(one);
  expect((await lineOf(second.noa, second.id)).shipping?.state).toBe('preparing');
  expect(await text('mailed', 'shp_none', iccid, 'UPS')).toContain('shipping');
});
