import { dateAlone } from '@portside/contract/formats';
import { viewLine } from '@portside/contract/line-detail';
import { viewOrder } from '@portside/contract/checkout';
import { listCards } from '@portside/contract/payments';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setMode } from '../adapters/sandbox/break-modes.ts';
import { runVerb } from '../operator/socket.ts';
import { handlers } from '../slices.ts';
import { freshKey, passDays, passHours, renew, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { numberKeptUntil } from './number-kept.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const DAY = 86_400_000;
const view = (noa: Noa, id: string) => noa.call(viewLine, { id });
const keptFor = async (noa: Noa, id: string) =>
  (Date.parse((await view(noa, id)).numberKeptUntil ?? '') - app.app.clock.now().getTime()) / DAY;

/** The line's paid time, and the pause that came of it, as if they were so many days ago. */
async function long(id: string, days: number): Promise<void> {
  const db = app.app.db.query;
  await sql`update lines set paid_until = paid_until - make_interval(hours => ${days * 24}::int)
    where id = ${id}`.execute(db);
  await sql`update line_periods set starts_at = starts_at - make_interval(hours => ${days * 24}::int),
    ends_at = ends_at - make_interval(hours => ${days * 24}::int) where line_id = ${id}`.execute(
    db,
  );
  await passHours(app, 1);
  await sql`update line_suspensions set since = since - make_interval(hours => ${(days - 30) * 24}::int)
    where line_id = ${id}`.execute(db);
}

test('[K06] what was promised until a day counts for whoever was paused before it, to the moment', () => {
  const until = new Date('2026-05-01T04:00:00Z');
  const brand = { keptDaysBefore: [{ days: 90, until }], lines: { keptDays: 60 } };
  const days = (pausedAt: Date) =>
    (numberKeptUntil(brand, { paidUntil: until, pausedAt }).getTime() - until.getTime()) / DAY;
  expect([days(new Date(until.getTime() - 1)), days(until)]).toEqual([90, 60]);
});

test('[K06] a payment that goes back long after the time before it leaves a week to pay anew', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await long(id, 30 + 58);
  const { orderId } = await renew(app, noa, id);
  await app.eventually(async () => (await view(noa, id)).status === 'active' || undefined);
  await passDays(app, 3);
  await runVerb(app.app, ['order', 'credit', orderId, '--by', 'Dana']);
  await passHours(app, 1);
  expect(await view(noa, id)).toMatchObject({ status: 'suspended', nextAction: 'renew' });
  const left = await keptFor(noa, id);
  expect(left).toBeGreaterThan(6.9);
  expect(left).toBeLessThanOrEqual(7);
  await renew(app, noa, id);
  await app.eventually(async () => (await view(noa, id)).status === 'active' || undefined);
  expect(await app.adapters.carrier.viewLine({ msisdn: line.mdn })).toBe('active');
});

test('[K06] after two months without a worker a number is not given up before its owner was told', async () => {
  const { noa: before, line } = await withLine(app);
  app.clock.move((30 + 61) * DAY);
  const follow = handlers.find((one) => one.job.name === 'follow-unpaid-lines');
  await follow?.run(app.app, {});
  await follow?.run(app.app, {});
  const noa = { ...(await app.as(before.email, 'Anchor7!')), email: before.email };
  expect((await view(noa, line.id)).status).toBe('suspended');
  expect(await keptFor(noa, line.id)).toBeGreaterThan(6.9);
  await emailWhen(app, noa.email, /is paused/);
  const { subject } = await emailWhen(app, noa.email, /We keep your number/);
  const until = new Date((await view(noa, line.id)).numberKeptUntil ?? '');
  const { timeZone } = app.app.brands.byTenant(6);
  expect(subject).toContain(`until ${dateAlone(until, timeZone, 'en')}`);
  await passDays(app, 8);
  expect((await view(noa, line.id)).status).toBe('ended');
});

test('[K06] a number is not given up while its payment is on the way', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await long(id, 30 + 59);
  const { quoteId } = await noa.call(quoteRenewal, { id });
  const { cards } = await noa.call(listCards, {});
  await setMode(app.app, 'payment', 'down');
  const paid = { id, quoteId, idempotencyKey: freshKey(), cardId: cards[0]?.id ?? '' };
  const { orderId } = await noa.call(renewLine, paid);
  await passDays(app, 2);
  expect((await view(noa, id)).status).toBe('suspended');
  await setMode(app.app, 'payment', 'none');
  await passHours(app, 1);
  expect((await noa.call(viewOrder, { id: orderId })).status).toBe('paid');
  await app.eventually(async () => (await view(noa, id)).status === 'active' || undefined);
});
