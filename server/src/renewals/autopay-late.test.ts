import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { days } from '../clock.ts';
import { lineOf, passDays, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { nextAutopay, runAutopay } from './autopay-charge.ts';
import { lookAhead } from '../jobs/moved-time-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function onAutopay() {
  const { noa, line } = await withLine(app);
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  return { noa, id: line.id };
}

/** So many days in which no worker looked at the line. */
async function missed(id: string, count: number): Promise<void> {
  const time = sql`${count} * interval '1 day'`;
  for (const moved of [
    sql`update lines set paid_until = paid_until - ${time} where id = ${id}`,
    sql`update line_periods set starts_at = starts_at - ${time}, ends_at = ends_at - ${time}
      where line_id = ${id}`,
    sql`update line_autopay set period_ends_at = period_ends_at - ${time},
      charge_at = charge_at - ${time}, announce_at = announce_at - ${time} where line_id = ${id}`,
  ]) {
    await moved.execute(app.app.db.query);
  }
}

const paidBy = async (noa: Noa) =>
  (await noa.call(listTransactions, {})).transactions.filter((one) => one.kind === 'renewal');

const nextChargeOf = async (noa: Noa, id: string) =>
  Date.parse((await noa.call(viewLine, { id })).autopay.nextCharge?.on ?? '');

test('[K04] after an outage the charge is told first, and made three days after, or paid by hand', async () => {
  const { noa, id } = await onAutopay();
  await missed(id, 29);
  const now = app.app.clock.now().getTime();
  expect(await nextChargeOf(noa, id)).toBeGreaterThanOrEqual(now + days(3));
  await runAutopay(app.app);
  expect(await paidBy(noa)).toEqual([]);
  const told = await emailWhen(app, noa.email, /Autopay charges/);
  expect(told.text).toContain('ends before that');
  expect(await nextChargeOf(noa, id)).toBeGreaterThanOrEqual(now + days(3));
  await passDays(app, 2);
  expect((await lineOf(noa, id)).status).toBe('suspended');
  // The page says the same day.
  const paused = await emailWhen(app, noa.email, /is paused/);
  expect(paused.text).toMatch(/Autopay charges your card on .+\d{4}\. To use the line sooner/);
  expect(await paidBy(noa)).toEqual([]);
  await passDays(app, 3);
  expect((await paidBy(noa)).map((one) => one.successful)).toEqual([true]);
  expect((await lineOf(noa, id)).status).toBe('active');
});

test('[K04] nothing is charged while it could not be told', async () => {
  const { noa, id } = await onAutopay();
  await missed(id, 29);
  await sql`update line_autopay set told_cents = null where line_id = ${id}`.execute(
    app.app.db.query,
  );
  const failing = vi.spyOn(app.app.jobs, 'enqueue').mockRejectedValueOnce(new Error('away'));
  await runAutopay(app.app);
  expect(failing).toHaveBeenCalled();
  failing.mockRestore();
  expect(await paidBy(noa)).toEqual([]);
  await passDays(app, 1);
  await emailWhen(app, noa.email, /Autopay charges/);
  expect(await paidBy(noa)).toEqual([]);
});

test('[K04] what is too little for a card is not charged, and the customer is told', async () => {
  const { noa, id } = await onAutopay();
  await passDays(app, 27);
  await emailWhen(app, noa.email, /Autopay charges/);
  const { payment } = app.adapters;
  const { leastCents } = payment;
  Object.assign(payment, { leastCents: 1_000_000 });
  await passDays(app, 3);
  Object.assign(payment, { leastCents });
  const told = await emailWhen(app, noa.email, /We didn’t charge/);
  expect(told.text).toContain('too little to be paid by card');
  expect(await paidBy(noa)).toEqual([]);
  expect((await noa.call(viewLine, { id })).autopay.nextCharge).toBeUndefined();
});

test('a line that never begins has nothing due', async () => {
  const { id } = await onAutopay();
  await sql`update lines set status = 'activating', paid_until = null, activated_at = null
    where id = ${id}`.execute(app.app.db.query);
  await sql`update line_autopay set period_ends_at = null, charge_at = null, announce_at = null
    where line_id = ${id}`.execute(app.app.db.query);
  const now = app.app.clock.now().getTime();
  const { moments } = await lookAhead(app.app.db.query, [nextAutopay()]);
  expect(moments[0]?.getTime() ?? Infinity).toBeGreaterThan(now);
});
