import { viewCredit } from '@portside/contract/credit';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { quoteRenewal } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { refundByHand } from '../checkout/operator-actions.ts';
import {
  freshKey,
  giveNumber,
  lineOf,
  passDays,
  passHours,
  renew,
  withLine,
} from '../testing/line-life.ts';
import type { Noa } from '../testing/line-life.ts';
import { cards, emailWhen, newcomer, orderWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const DAY = 86_400_000;
/** 25.00, 40.00 and 12.00. */
const [sloop, clipper, skiff] = ['sloop-12', 'clipper-unlimited', 'skiff-2'];

const quoteFor = (noa: Noa, id: string, planId: string) =>
  noa.call(quotePlanChange, { id, planId, when: 'now' });

async function change(noa: Noa, id: string, planId: string, number: string = cards.visa) {
  const { quoteId } = await quoteFor(noa, id, planId);
  const token = await paymentToken(app, number);
  return noa.call(changePlan, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
}

/** The line once the carrier has answered. */
const lineWith = (noa: Noa, id: string, planId: string) =>
  app.eventually(async () => {
    const line = await noa.call(viewLine, { id });
    return line.plan.id === planId && !line.nextPlan ? line : undefined;
  });

const chargesOf = async (noa: Noa) => {
  const { transactions } = await noa.call(listTransactions, {});
  return transactions.filter((one) => one.kind === 'plan_change');
};
const balance = async (noa: Noa) => (await noa.call(viewCredit, {})).balance;
const atCarrier = (mdn: string) => app.adapters.carrier.viewPlan({ msisdn: mdn });

test('[K08] [M01] days that the bank takes the payment back for do not pay for another plan', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges
    where owner_id = (select order_id from lines where id = ${id})`.execute(app.app.db.query);
  const asked = await quoteFor(noa, id, skiff);
  const press = async (what: string, body: object) => {
    const answer = await app.fetch(`/sandbox/pay/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { dispute: string };
  };
  const refusedWith = async () =>
    (await noa.refusal(quotePlanChange, { id, planId: skiff, when: 'now' })).problem.reason;
  const { dispute } = await press('disputes', { payment: rows[0]?.payment });
  await emailWhen(app, noa.email, /bank asks us/);
  expect(await refusedWith()).toBe('payment_disputed');
  const late = { id, quoteId: asked.quoteId, idempotencyKey: freshKey() };
  expect((await noa.refusal(changePlan, late)).problem.reason).toBe('payment_disputed');
  await press('disputes/move', { dispute, status: 'lost' });
  await emailWhen(app, noa.email, /you get .* back/);
  expect(await refusedWith()).toBe('payment_disputed');
  expect(await balance(noa)).toBe(0);
  // With the next payment nothing of it counts.
  const later = await noa.call(quotePlanChange, { id, planId: skiff, when: 'renewal' });
  expect(later.creditForUnusedDays).toBe(0);
});

test('[K08] in the middle of a period the unused days count against the new plan, and 30 new days begin', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 10);
  const quote = await quoteFor(noa, id, clipper);
  // Nearly 20 days are left: 19 whole ones, 25.00 × 19/30 = 15.8333.
  expect(quote).toMatchObject({ creditForUnusedDays: 15.83, unusedDays: 19, creditLeft: 0 });
  const unused = quote.lines.find((one) => one.kind === 'unused_days');
  expect(unused?.amount).toBe(-15.83);
  expect(unused?.label).toContain('19');
  expect(quote.lines.find((one) => one.kind === 'plan')?.amount).toBe(40);
  const sum = quote.lines.reduce((cents, one) => cents + Math.round(one.amount * 100), 0);
  expect(sum).toBe(Math.round(quote.finalCheckoutAmount * 100));
  // Taxes are on the whole price: as much as somebody new pays for the plan.
  expect(quote.finalCheckoutAmount).toBeCloseTo(
    40 - 15.83 + quote.taxAmount + quote.regulatoryFee,
    2,
  );
  const paid = await change(noa, id, clipper);
  expect(paid.status).toBe('paid');
  expect(paid.creditLeft).toBeUndefined();
  const now = await lineWith(noa, id, clipper);
  expect(now.plan).toMatchObject({ retailName: 'Clipper Unlimited', retailPrice: 40 });
  // Nobody has named the line: it goes by its plan.
  expect(now.nickname).toBe('Clipper Unlimited');
  expect(Date.parse(now.period?.to ?? '') - Date.parse(now.period?.from ?? '')).toBe(30 * DAY);
  expect(now.paidUntil).toBe(now.period?.to);
  expect(Date.parse(now.paidUntil ?? '')).toBeGreaterThan(
    Date.parse(line.paidUntil ?? '') + 9 * DAY,
  );
  expect(await atCarrier(now.mdn)).toBe(clipper);
  const [charge] = await chargesOf(noa);
  expect(charge?.item).toBe('Change to Clipper Unlimited');
  expect(charge?.paymentDetails.creditForUnusedDays).toBe(15.83);
  const receipt = await emailWhen(app, noa.email, /receipt/);
  expect(receipt.text).toContain('Credit for unused days of your old plan: 19');
});

test('[K08] what is left over becomes credit, which pays the next time', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const quote = await quoteFor(noa, id, skiff);
  expect(quote).toMatchObject({ creditForUnusedDays: 24.17, finalCheckoutAmount: 0 });
  const costs = 12 + quote.taxAmount + quote.regulatoryFee;
  expect(quote.creditLeft).toBeCloseTo(24.17 - costs, 2);
  const sum = quote.lines.reduce((cents, one) => cents + Math.round(one.amount * 100), 0);
  expect(sum).toBe(0);
  // Nothing is due, so no card is asked for.
  const { quoteId } = quote;
  const done = await noa.call(changePlan, { id, quoteId, idempotencyKey: freshKey() });
  expect(done).toMatchObject({ status: 'paid', creditLeft: quote.creditLeft });
  await lineWith(noa, id, skiff);
  expect(await balance(noa)).toBe(quote.creditLeft);
  await passDays(app, 25);
  expect((await noa.call(quoteRenewal, { id })).creditUsed).toBe(quote.creditLeft);
});

test('[K08] the same key answers the same, and of two tabs one changes the plan', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const [one, two] = [await quoteFor(noa, id, clipper), await quoteFor(noa, id, skiff)];
  const key = freshKey();
  const token = () => paymentToken(app, cards.visa);
  const first = { id, quoteId: one.quoteId, idempotencyKey: key, paymentToken: await token() };
  const second = { ...first, quoteId: two.quoteId, idempotencyKey: freshKey() };
  const answers = await Promise.allSettled([
    noa.call(changePlan, first),
    noa.call(changePlan, first),
    noa.call(changePlan, second),
  ]);
  const refusals = answers.flatMap((answer) =>
    answer.status === 'rejected'
      ? [(answer.reason as { problem: { reason: string } }).problem.reason]
      : [],
  );
  for (const reason of refusals) expect(['busy', 'already_paid']).toContain(reason);
  const paid = await app.eventually(async () => (await chargesOf(noa))[0]);
  await app.eventually(async () =>
    (await noa.call(viewLine, { id })).nextPlan ? undefined : true,
  );
  const again = await noa.call(changePlan, paid.item.includes('Clipper') ? first : second);
  expect(again.status).toBe('paid');
  const late = await noa.refusal(changePlan, { ...second, idempotencyKey: freshKey() });
  expect(late.problem.reason).toBe('already_paid');
  expect(await chargesOf(noa)).toHaveLength(1);
});

test('[K08] a change that the carrier refuses gives the money back, and all is as it was', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const mdn = await giveNumber(app, id, '86');
  await passDays(app, 3);
  const before = await noa.call(viewLine, { id });
  const { orderId } = await change(noa, id, clipper);
  if (!orderId) throw new Error('Nothing was ordered');
  await orderWhen(app, noa, orderId, 'refunded');
  const after = await noa.call(viewLine, { id });
  expect(after).toEqual(before);
  expect((await emailWhen(app, noa.email, /couldn’t change the plan/)).text).toContain('Clipper');
  await emailWhen(app, noa.email, /We refunded your/);
  // A cheaper plan, whose leftover was credit already: that is taken back too.
  const free = await change(noa, id, skiff);
  await orderWhen(app, noa, free.orderId ?? '', 'refunded');
  expect(await balance(noa)).toBe(0);
  expect(await noa.call(viewLine, { id })).toEqual(before);
  expect(await atCarrier(mdn)).toBeUndefined();
  // The line is free for something else.
  expect((await quoteFor(noa, id, clipper)).quoteId).toBeDefined();
});

test('[K08] while the carrier works the line is busy and says so; a lost answer changes nothing', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { carrier } = app.adapters;
  const real = carrier.changePlan.bind(carrier);
  let isLost = true;
  const asked = vi.spyOn(carrier, 'changePlan').mockImplementation(async (wish) => {
    const answer = await real(wish);
    if (isLost) throw new OutsideFailure('carrier', 'unknown');
    return answer;
  });
  expect((await change(noa, id, clipper)).status).toBe('paid');
  await app.eventually(async () => asked.mock.calls.length > 0 || undefined);
  const { problem } = await noa.refusal(quotePlanChange, { id, planId: skiff, when: 'now' });
  expect(problem).toMatchObject({ reason: 'busy', with: 'plan_change' });
  expect(problem.message).toContain('changing its plan');
  const waits = await noa.call(viewLine, { id });
  expect(waits).toMatchObject({ plan: { id: sloop }, nextPlan: { id: clipper, paid: true } });
  isLost = false;
  await passHours(app, 1);
  await lineWith(noa, id, clipper);
  const keys = new Set(asked.mock.calls.map(([wish]) => wish.key));
  asked.mockRestore();
  expect(keys.size).toBe(1);
  expect(await chargesOf(noa)).toHaveLength(1);
});

test('[K08] what is not there is refused, each in its own words', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const reason = async (planId: string) =>
    (await noa.refusal(quotePlanChange, { id, planId, when: 'now' })).problem.reason;
  expect(await reason(sloop)).toBe('same_plan');
  expect(await reason('nothing')).toBe('unknown_plan');
  // Another brand's.
  expect(await reason('pebble-1')).toBe('unknown_plan');
  const { quoteId } = await quoteFor(noa, id, clipper);
  const pay = async (more: object = {}) => ({
    id,
    quoteId,
    idempotencyKey: freshKey(),
    paymentToken: await paymentToken(app, cards.visa),
    ...more,
  });
  await sql`update plans set on_sale = false where id = ${clipper}`.execute(app.app.db.query);
  expect((await noa.refusal(changePlan, await pay())).problem.reason).toBe('unknown_plan');
  await sql`update plans set on_sale = true where id = ${clipper}`.execute(app.app.db.query);
  const keyless = await noa.refusal(changePlan, { id, quoteId });
  expect(keyless.problem.errors).toMatchObject([{ field: 'idempotencyKey' }]);
  const none = await noa.refusal(changePlan, { id, quoteId, idempotencyKey: freshKey() });
  expect(none.problem.reason).toBe('no_card');
  expect((await noa.refusal(changePlan, await pay({ quoteId: 'quo_1' }))).problem.reason).toBe(
    'quote_expired',
  );
  const stranger = await newcomer(app);
  expect((await stranger.refusal(quotePlanChange, { id, planId: skiff, when: 'now' })).status).toBe(
    404,
  );
  expect((await stranger.refusal(changePlan, await pay())).status).toBe(404);
  expect(changePlan.notForAgents).toBe(true);
  await sql`update lines set status = 'ended' where id = ${id}`.execute(app.app.db.query);
  expect(await reason(skiff)).toBe('line_ended');
  expect((await noa.refusal(changePlan, await pay())).problem.reason).toBe('line_ended');
});

test('[K08] a price that is old, or of days that were paid since, is answered with a new one', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  const { quoteId, creditForUnusedDays } = await quoteFor(noa, id, clipper);
  await renew(app, noa, id);
  const token = await paymentToken(app, cards.visa);
  const pay = { id, idempotencyKey: freshKey(), paymentToken: token };
  expect((await noa.refusal(changePlan, { ...pay, quoteId })).problem.reason).toBe('already_paid');
  const fresh = await quoteFor(noa, id, clipper);
  // The days that are paid ahead are unused as well.
  expect(fresh.creditForUnusedDays).toBe(creditForUnusedDays + 25);
  app.clock.move(31 * 60_000);
  const { problem } = await noa.refusal(changePlan, { ...pay, quoteId: fresh.quoteId });
  expect(problem).toMatchObject({
    reason: 'quote_expired',
    quote: { creditForUnusedDays: fresh.creditForUnusedDays },
  });
  await change(noa, id, clipper);
  const changed = await lineWith(noa, id, clipper);
  expect(changed.paidUntil).toBe(changed.period?.to);
});

test('[K08] a declined card changes nothing, and another one pays', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const no = await change(noa, id, clipper, cards.declined);
  expect(no.status).toBe('declined');
  expect((await lineOf(noa, id)).paidUntil).toBe(line.paidUntil);
  const yes = await change(noa, id, clipper);
  expect(yes).toMatchObject({ status: 'paid', orderId: no.orderId });
  await lineWith(noa, id, clipper);
});

test('[K08] refunded by hand later, the old plan and its days come back, also at the carrier', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { orderId = '' } = await change(noa, id, clipper);
  await lineWith(noa, id, clipper);
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  const back = await lineWith(noa, id, sloop);
  expect(back.paidUntil).toBe(line.paidUntil);
  expect(await atCarrier(back.mdn)).toBe(sloop);
});

test('[K08] of two changes the first is refunded: its days are not paid back twice', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const one = await change(noa, id, clipper);
  const first = (await chargesOf(noa))[0]?.paymentDetails.finalCheckoutAmount ?? 0;
  await lineWith(noa, id, clipper);
  const quote = await quoteFor(noa, id, 'frigate-unlimited-plus');
  await change(noa, id, 'frigate-unlimited-plus');
  await lineWith(noa, id, 'frigate-unlimited-plus');
  expect(first).toBeGreaterThan(0);
  const told = await refundByHand(app.app, one.orderId ?? '', 'Sam');
  // 24.17 of the first plan came to the second, and 38.67 of the second to the third.
  expect(quote.creditForUnusedDays).toBe(38.67);
  const cents = 3867 - 2417;
  const partCents = Math.round(first * 100) - cents;
  expect(told).toMatchObject({ partCents, keptCents: cents, spentCents: cents });
  expect(await balance(noa)).toBe(0);
  expect((await noa.call(viewLine, { id })).plan.id).toBe('frigate-unlimited-plus');
});

test('[K08] a line that is paused, because nobody paid, goes on with another plan', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 33);
  expect((await noa.call(viewLine, { id })).status).toBe('suspended');
  expect(await quoteFor(noa, id, skiff)).toMatchObject({ creditForUnusedDays: 0, unusedDays: 0 });
  await change(noa, id, skiff);
  await lineWith(noa, id, skiff);
  await app.eventually(async () => (await lineOf(noa, id)).status === 'active' || undefined);
});
