import { viewCredit } from '@portside/contract/credit';
import { viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import { setLocks } from '@portside/contract/line-locks';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { openPortOut } from '@portside/contract/port-out';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { stepUp } from '@portside/contract/sign-in';
import { viewUsage } from '@portside/contract/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBooks } from '../checkout/customer-books.ts';
import { refundByHand } from '../checkout/operator-actions.ts';
import { days } from '../clock.ts';
import { ownerOf } from '../http/who.ts';
import { endLine as endNow } from '../lines/suspension.ts';
import { freshKey, lineOf, passDays, withLine, type Noa } from '../testing/line-life.ts';
import { inTime } from '../testing/passing-time.ts';
import { proving } from '../testing/proving.ts';
import { cards, emailWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const PLAN = 'sloop-12';
const paidFor = (months: 3 | 12) => withLine(app, {}, { planId: PLAN, months });
const query = () => app.app.db.query;

async function orderOfPeriod(id: string, number: number): Promise<string> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from line_periods where line_id = ${id} and number = ${number}`.execute(
    query(),
  );
  return rows[0]?.order_id ?? '';
}

/** Sessions end as days pass. */
const again = async ({ email }: Noa): Promise<Noa> => ({
  ...(await app.as(email, 'Anchor7!')),
  email,
});

const balance = async (noa: Noa) => (await noa.call(viewCredit, {})).balance;

async function offBy(noa: Noa): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from customers where email = ${noa.email}`.execute(query());
  return (await customerBooks(app.app, ownerOf(6, rows[0]?.id ?? ''))).off;
}

async function post(path: string, body: object): Promise<Record<string, string>> {
  const answer = await app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return (await answer.json()) as Record<string, string>;
}

test('[P10] a line that ended with its period says so of its days, and its usage has no empty ones', async () => {
  const { noa, line } = await paidFor(12);
  const { id } = line;
  const { period } = await noa.call(viewLine, { id });
  await proving(noa);
  await noa.call(endLine, { id, when: 'period' });
  // Its page says what becomes credit as long as it may be kept.
  expect((await noa.call(viewLine, { id })).paidAhead).toEqual({ periods: 11, credit: 220 });
  await passDays(app, 31);
  const me = await again(noa);
  const ended = await me.call(viewLine, { id });
  expect(ended).toMatchObject({ status: 'ended', period, paidUntil: period?.to });
  expect(ended).not.toHaveProperty('paidAhead');
  expect((await me.call(viewUsage, { id })).periods).toBe(1);
  expect(await balance(me)).toBe(220);
});

test('[P10] [K16] a number that leaves after the day of the end, as the other carrier was late, ends it as it was told', async () => {
  const { noa, line } = await paidFor(3);
  const { id, mdn } = line;
  await proving(noa);
  await noa.call(setLocks, { id, sim: false, number: false });
  await passDays(app, 1);
  let me = await again(noa);
  await me.call(stepUp, { password: 'Anchor7!' });
  const { credit } = await me.call(endLine, { id, when: 'period' });
  await passDays(app, 28);
  me = await again(noa);
  await me.call(stepUp, { password: 'Anchor7!' });
  const { transferPin } = await me.call(openPortOut, { id });
  await post('/sandbox/carrier/portout', { msisdn: mdn, step: 'request', transferPin });
  await inTime(app, async () => (await me.call(viewLine, { id })).portOut);
  await passDays(app, 2);
  me = await again(noa);
  expect((await lineOf(me, id)).status).toBe('active');
  await post('/sandbox/carrier/portout', { msisdn: mdn, step: 'confirm' });
  await post('/sandbox/carrier/portout', { msisdn: mdn, step: 'complete' });
  await inTime(app, async () => ((await lineOf(me, id)).status === 'ended' ? true : undefined));
  await inTime(app, async () => ((await balance(me)) === 0 ? undefined : true));
  expect(await balance(me)).toBe(credit);
  expect(await offBy(me)).toBe(0);
});

test('[P10] the period that a line ends with is refunded: it ends with the one that runs then', async () => {
  const { noa, line } = await withLine(app, {}, { planId: PLAN });
  const { id } = line;
  await passDays(app, 25);
  const { quoteId } = await noa.call(quoteRenewal, { id, months: 3 });
  const token = await paymentToken(app, cards.visa);
  await noa.call(renewLine, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
  await proving(noa);
  await noa.call(endLine, { id, when: 'period' });
  expect(await refundByHand(app.app, await orderOfPeriod(id, 1), 'Sam')).toBe('refunding');
  await app.eventually(async () =>
    (await lineOf(noa, id)).endsOn === line.paidUntil ? undefined : true,
  );
  const now = await lineOf(noa, id);
  const ends = Date.parse(now.endsOn ?? '') - app.app.clock.now().getTime();
  expect(Math.abs(ends - days(30))).toBeLessThan(60_000);
  expect((await noa.call(viewLine, { id })).paidAhead).toEqual({ periods: 2, credit: 46 });
});

test('[P10] [K08] a plan change that goes back after the line ended leaves no paid day that never begins', async () => {
  const { noa, line } = await paidFor(3);
  const { id } = line;
  await passDays(app, 2);
  const { quoteId } = await noa.call(quotePlanChange, { id, planId: 'skiff-2', when: 'now' });
  const token = await paymentToken(app, cards.visa);
  await post('/sandbox/carrier/break', { mode: 'down' });
  await noa.call(changePlan, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
  // As a number does that has moved away.
  await app.app.db.transaction((tx) => endNow(app.app, tx, id, { isGone: true }));
  await post('/sandbox/carrier/break', { mode: 'none' });
  await passDays(app, 2);
  const me = await again(noa);
  expect(await balance(me)).toBe(46);
  expect(await offBy(me)).toBe(0);
});

test('[P10] a payment that the bank takes back after the end takes the credit along', async () => {
  const { noa, line } = await paidFor(3);
  const { id } = line;
  await proving(noa);
  await noa.call(endLine, { id, when: 'period' });
  await passDays(app, 31);
  let me = await again(noa);
  expect(await balance(me)).toBe(46);
  const order = await orderOfPeriod(id, 2);
  const { rows } = await sql<{ ref: string }>`
    select payment_ref as ref from charges where owner_id = ${order}`.execute(query());
  const { dispute } = await post('/sandbox/pay/disputes', { payment: rows[0]?.ref });
  await post('/sandbox/pay/disputes/move', { dispute, status: 'lost' });
  await passDays(app, 1);
  me = await again(noa);
  expect(await balance(me)).toBe(0);
});

test('[P10] what is disputed becomes no credit, until the dispute is won', async () => {
  const { noa, line } = await paidFor(3);
  const { id } = line;
  await proving(noa);
  await noa.call(endLine, { id, when: 'period' });
  await passDays(app, 29);
  const order = await orderOfPeriod(id, 1);
  const { rows } = await sql<{ ref: string }>`
    select payment_ref as ref from charges where owner_id = ${order}`.execute(query());
  const { dispute } = await post('/sandbox/pay/disputes', { payment: rows[0]?.ref });
  await emailWhen(app, noa.email, /bank/i);
  await passDays(app, 1);
  let me = await again(noa);
  expect((await lineOf(me, id)).status).toBe('ended');
  expect(await balance(me)).toBe(0);
  await post('/sandbox/pay/disputes/move', { dispute, status: 'won' });
  await passDays(app, 1);
  me = await again(noa);
  expect(await balance(me)).toBe(46);
  expect(await offBy(me)).toBe(0);
});
