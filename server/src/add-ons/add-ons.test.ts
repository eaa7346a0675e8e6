import { buyAddOn, keepAddOn, quoteAddOn, stopAddOn } from '@portside/contract/add-ons';
import { viewOrder } from '@portside/contract/checkout';
import type { OutputOf } from '@portside/contract/endpoint';
import { dateAlone } from '@portside/contract/formats';
import { viewLine } from '@portside/contract/line-detail';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import { exportTransactions, listTransactions } from '@portside/contract/payments';
import { listPlans } from '@portside/contract/plans';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setMode } from '../adapters/sandbox/break-modes.ts';
import { refundByHand } from '../checkout/operator-actions.ts';
import { importPlans } from '../plans/plans.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import {
  freshKey,
  giveNumber,
  passDays,
  passHours,
  renew,
  withLine,
} from '../testing/line-life.ts';
import { pdfText } from '../testing/pdf-text.ts';
import { cards, emailWhen, newcomer, orderWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { popularPlan } from '../seed/plans.ts';
import { clockInZone } from '../brands/time-zone.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const data2 = { id: 'data-2', name: 'Extra 2 GB', price: 6, megabytes: 2000 };
const monthly = { id: 'monthly', name: 'Monthly 5 GB', price: 8, megabytes: 5000, recurring: true };

const travel = { id: 'travel', name: 'Travel Pass', price: 10 };

beforeEach(() => sell(data2, monthly));

async function sell(...addOns: object[]) {
  const plan = await popularPlan(app.app.brands.byTenant(6));
  await importPlans(app.app, 6, { plans: [plan], addOns });
}

async function buy(
  noa: Caller,
  id: string,
  addOnId: string,
  number: string = cards.visa,
): Promise<OutputOf<typeof buyAddOn>> {
  const { quoteId } = await noa.call(quoteAddOn, { id, addOnId });
  const token = await paymentToken(app, number);
  return noa.call(buyAddOn, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
}

const addOnsOf = async (noa: Caller, id: string) => (await noa.call(viewLine, { id })).addOns;
const given = (msisdn: string) => app.adapters.carrier.listAllowances({ msisdn });
const givenWhen = (msisdn: string, count: number) =>
  app.eventually(async () => {
    const all = await given(msisdn);
    return all.length === count ? all : undefined;
  });

test('[K10] the carrier is told its own id of an add-on, and the customer ours', async () => {
  await sell({ ...data2, carrierAddOnId: 'SOC-2GB' }, monthly);
  const { noa, line } = await withLine(app);
  await buy(noa, line.id, 'data-2');
  expect(await givenWhen(line.mdn, 1)).toMatchObject([{ addOnId: 'SOC-2GB', megabytes: 2000 }]);
  expect(await addOnsOf(noa, line.id)).toMatchObject([{ id: 'data-2' }]);
  const { addOns } = await noa.call(listPlans, {});
  expect(JSON.stringify(addOns)).not.toContain('SOC-2GB');
  // An import without it takes it back.
  await sell(data2, monthly);
  await buy(noa, line.id, 'data-2');
  const ids = (await givenWhen(line.mdn, 2)).map((one) => one.addOnId);
  expect(ids.toSorted()).toEqual(['SOC-2GB', 'data-2']);
});

test('[K10] an add-on is quoted with its sales tax, paid, on the line until its 30 days end, and at the carrier', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const quote = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
  // New York, 8.875 %, and no second 911 fee.
  expect(quote.lines).toEqual([
    { kind: 'add_on', label: 'Extra 2 GB', amount: 6 },
    { kind: 'tax', label: 'New York sales tax', amount: 0.51 },
  ]);
  expect(quote).toMatchObject({ finalCheckoutAmount: 6.51, until: line.paidUntil, creditUsed: 0 });
  expect(await addOnsOf(noa, id)).toEqual([]);
  const { orderId, status } = await buy(noa, id, 'data-2');
  expect(status).toBe('paid');
  expect((await noa.call(viewOrder, { id: orderId })).status).toBe('paid');
  const has = { id: 'data-2', name: 'Extra 2 GB', until: line.paidUntil, recurring: false };
  expect(await addOnsOf(noa, id)).toEqual([{ ...has, megabytesLeft: 2000 }]);
  const [allowance] = await givenWhen(line.mdn, 1);
  expect(allowance).toMatchObject({ addOnId: 'data-2', megabytes: 2000 });
  expect(allowance?.until.toISOString()).toBe(line.paidUntil);
  expect((await emailWhen(app, noa.email, /receipt: \$6\.51/)).text).toContain('Extra 2 GB');
  // Bought twice, it adds up.
  await buy(noa, id, 'data-2');
  expect(await addOnsOf(noa, id)).toEqual([{ ...has, megabytesLeft: 4000 }]);
  await givenWhen(line.mdn, 2);
  await passDays(app, 31);
  expect(await addOnsOf(noa, id)).toEqual([]);
});

test('[K10] what gives no data is bought once for the same days: the second tab is refused before it is charged', async () => {
  await sell(travel);
  const { noa, line } = await withLine(app);
  const { id } = line;
  const [one, two] = await Promise.all([
    noa.call(quoteAddOn, { id, addOnId: 'travel' }),
    noa.call(quoteAddOn, { id, addOnId: 'travel' }),
  ]);
  const pay = async ({ quoteId }: { quoteId: string }) => ({
    id,
    quoteId,
    idempotencyKey: freshKey(),
    paymentToken: await paymentToken(app, cards.visa),
  });
  const answers = await Promise.allSettled(
    [await pay(one), await pay(two)].map((input) => noa.call(buyAddOn, input)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const until = dateAlone(line.paidUntil ?? '', 'America/New_York', 'en');
  const refusal = {
    reason: 'already_active',
    message: `This line has Travel Pass until ${until}. You can buy it again after that.`,
  };
  for (const quote of [one, two]) {
    const { problem } = await noa.refusal(buyAddOn, await pay(quote));
    expect([refusal.reason, 'already_paid']).toContain(problem.reason);
  }
  const again = await noa.refusal(quoteAddOn, { id, addOnId: 'travel' });
  expect(again).toMatchObject({ status: 422, problem: refusal });
  const { transactions } = await noa.call(listTransactions, {});
  expect(transactions.filter(({ kind }) => kind === 'add_on')).toHaveLength(1);
  await givenWhen(line.mdn, 1);
  // Days that begin later may have it again.
  await passDays(app, 25);
  await renew(app, noa, id);
  expect((await noa.refusal(quoteAddOn, { id, addOnId: 'travel' })).problem).toMatchObject(refusal);
  await passDays(app, 6);
  expect(await addOnsOf(noa, id)).toEqual([]);
  expect((await buy(noa, id, 'travel')).status).toBe('paid');
});

test('[K10] a pass that was bought between price and payment is refused with its day, and one that is refunded can be bought again', async () => {
  await sell(travel);
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { quoteId } = await noa.call(quoteAddOn, { id, addOnId: 'travel' });
  const { orderId } = await buy(noa, id, 'travel');
  const token = await paymentToken(app, cards.visa);
  const late = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  const { problem } = await noa.refusal(buyAddOn, late);
  expect(problem.reason).toBe('already_active');
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  expect((await buy(noa, id, 'travel')).status).toBe('paid');
});

test('[K10] a stopped pass is kept for nothing until its days end, and is bought again with the next ones', async () => {
  await sell({ ...travel, recurring: true });
  const { noa, line } = await withLine(app);
  const { id } = line;
  const pass = { id, addOnId: 'travel' };
  expect((await noa.refusal(keepAddOn, pass)).problem.reason).toBe('not_stopped');
  await buy(noa, id, 'travel');
  await noa.call(stopAddOn, pass);
  expect(await addOnsOf(noa, id)).toMatchObject([{ recurring: false, stopped: true }]);
  expect((await noa.refusal(quoteAddOn, pass)).problem.reason).toBe('already_active');
  for (let press = 0; press < 2; press += 1) {
    const { message } = await noa.call(keepAddOn, pass);
    expect(message).toBe('You buy it again with the next 30 days.');
  }
  const [kept] = await addOnsOf(noa, id);
  expect(kept).toMatchObject({ recurring: true, until: line.paidUntil });
  expect(kept).not.toHaveProperty('stopped');
  const { transactions } = await noa.call(listTransactions, {});
  expect(transactions.filter(({ kind }) => kind === 'add_on')).toHaveLength(1);
  await passDays(app, 25);
  const renewal = await renew(app, noa, id);
  // Both parts of it, the one that runs and the one that is paid ahead.
  await noa.call(stopAddOn, pass);
  await noa.call(keepAddOn, pass);
  await refundByHand(app.app, renewal.orderId, 'Sam');
  await orderWhen(app, noa, renewal.orderId, 'refunded');
  expect(await addOnsOf(noa, id)).toMatchObject([{ recurring: true }]);
  await noa.call(stopAddOn, pass);
  await passDays(app, 6);
  expect((await noa.refusal(keepAddOn, pass)).problem.reason).toBe('not_stopped');
});

test('[K10] of one that was stopped twice the last is kept, once', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const one = { id, addOnId: 'monthly' };
  for (let time = 0; time < 2; time += 1) {
    await buy(noa, id, 'monthly');
    await noa.call(stopAddOn, one);
  }
  await noa.call(keepAddOn, one);
  await passDays(app, 25);
  const { lines } = await noa.call(quoteRenewal, { id });
  expect(lines.filter(({ kind }) => kind === 'add_on')).toHaveLength(1);
});

test('[K10] [K17] on a line that is to end, what recurs is sold once, and what the line has does not recur', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await buy(noa, id, 'monthly');
  const asked = { id, addOnId: 'monthly' };
  const before = await noa.call(quoteAddOn, asked);
  expect(before.addOn.recurring).toBe(true);
  await noa.call(endLine, { id });
  expect(await addOnsOf(noa, id)).toMatchObject([{ id: 'monthly', recurring: false }]);
  const token = await paymentToken(app, cards.visa);
  const pay = { id, idempotencyKey: freshKey(), paymentToken: token };
  const { problem } = await noa.refusal(buyAddOn, { ...pay, quoteId: before.quoteId });
  expect(problem).toMatchObject({
    reason: 'quote_expired',
    quote: { addOn: { id: 'monthly', recurring: false }, until: line.paidUntil },
  });
  const { quote } = problem as unknown as { quote: typeof before };
  expect((await noa.call(buyAddOn, { ...pay, quoteId: quote.quoteId })).status).toBe('paid');
  expect(await addOnsOf(noa, id)).toMatchObject([{ megabytesLeft: 10_000, recurring: false }]);
  await noa.call(stopAddOn, asked);
  expect((await noa.refusal(keepAddOn, asked)).problem.reason).toBe('line_ends');
  // Kept after all, the line buys again what it bought to recur, and did not stop.
  await noa.call(undoEndLine, { id });
  await noa.call(keepAddOn, asked);
  await passDays(app, 25);
  const { lines } = await noa.call(quoteRenewal, { id });
  expect(lines.filter(({ kind }) => kind === 'add_on')).toHaveLength(1);
});

test('[K23] an add-on stands by its name in the history, in the table and under its month', async () => {
  const { noa, line } = await withLine(app);
  await buy(noa, line.id, 'data-2');
  const now = clockInZone(app.app.clock.now(), app.app.brands.byTenant(6).timeZone);
  const month = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() };
  const { transactions } = await noa.call(listTransactions, month);
  expect(transactions.map(({ kind, item }) => [kind, item])).toEqual([
    ['add_on', 'Add-on: Extra 2 GB'],
    ['new_line', line.plan.retailName],
  ]);
  const table = await app.fetch(exportTransactions.wire.replace('GET ', ''), {
    headers: { ...harbor, authorization: `Bearer ${noa.token}` },
  });
  expect(await table.text()).toContain(',Add-on: Extra 2 GB,');
});

test('[K10] one that recurs is in each renewal’s price, goes on with its period, and costs no more than it did', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await buy(noa, id, 'monthly');
  await passDays(app, 25);
  await sell({ ...monthly, price: 9 });
  const quote = await noa.call(quoteRenewal, { id });
  expect(quote.lines.filter((one) => one.kind === 'add_on')).toEqual([
    { kind: 'add_on', label: 'Monthly 5 GB', amount: 8 },
  ]);
  expect(quote.lines.filter((one) => one.kind === 'tax')).toHaveLength(1);
  const sum = quote.lines.reduce((cents, one) => cents + Math.round(one.amount * 100), 0);
  expect(sum).toBe(Math.round(quote.finalCheckoutAmount * 100));
  const { orderId } = await renew(app, noa, id);
  const next = { id: 'monthly', name: 'Monthly 5 GB', recurring: true };
  // Only these 30 days' data can be used now.
  expect(await addOnsOf(noa, id)).toEqual([
    { ...next, megabytesLeft: 5000, until: quote.period.to },
  ]);
  await passDays(app, 6);
  expect(await addOnsOf(noa, id)).toEqual([
    { ...next, megabytesLeft: 5000, until: quote.period.to },
  ]);
  await givenWhen(line.mdn, 2);
  // What a plan change counts on is what the plan cost, without the add-on.
  const { rows } = await sql<{ paid_cents: number; price_cents: number }>`
    select paid_cents, price_cents from line_periods where order_id = ${orderId}`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([{ paid_cents: 2500, price_cents: 2500 }]);
});

test('[K10] one press stops one that recurs, what is paid stays, and a price with it is shown anew', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await buy(noa, id, 'monthly');
  await passDays(app, 25);
  const before = await noa.call(quoteRenewal, { id });
  for (let press = 0; press < 2; press += 1) {
    const { message } = await noa.call(stopAddOn, { id, addOnId: 'monthly' });
    expect(message).toBe('It won’t be bought again. What you paid for stays.');
  }
  expect(await addOnsOf(noa, id)).toMatchObject([{ megabytesLeft: 5000, recurring: false }]);
  const token = await paymentToken(app, cards.visa);
  const old = { id, quoteId: before.quoteId, idempotencyKey: freshKey(), paymentToken: token };
  const { problem } = await noa.refusal(renewLine, old);
  expect(problem.reason).toBe('quote_expired');
  const { quote } = problem as unknown as { quote: typeof before };
  expect(quote.lines.map((one) => one.kind)).not.toContain('add_on');
  await renew(app, noa, id);
  await passDays(app, 6);
  expect(await addOnsOf(noa, id)).toEqual([]);
});

test('[K10] a refunded add-on leaves line and carrier; a refunded renewal takes its own along', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { orderId } = await buy(noa, id, 'data-2');
  await buy(noa, id, 'monthly');
  await givenWhen(line.mdn, 2);
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  expect((await addOnsOf(noa, id)).map((one) => one.id)).toEqual(['monthly']);
  await givenWhen(line.mdn, 1);
  await emailWhen(app, noa.email, /We refunded your Harbor add-on/);
  await passDays(app, 25);
  const renewal = await renew(app, noa, id);
  await givenWhen(line.mdn, 2);
  await refundByHand(app.app, renewal.orderId, 'Sam');
  await orderWhen(app, noa, renewal.orderId, 'refunded');
  await givenWhen(line.mdn, 1);
  expect(await addOnsOf(noa, id)).toMatchObject([{ until: line.paidUntil, recurring: true }]);
  // It is in the price again.
  const quote = await noa.call(quoteRenewal, { id });
  expect(quote.lines.map((one) => one.kind)).toContain('add_on');
});

test('[K10] the carrier is told once an answer was lost, or it was down, and no more than once', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const mdn = await giveNumber(app, id, '96');
  await setMode(app.app, 'carrier', 'down');
  await buy(noa, id, 'data-2');
  expect(await addOnsOf(noa, id)).toHaveLength(1);
  await setMode(app.app, 'carrier', 'none');
  await passHours(app, 1);
  expect(await givenWhen(mdn, 1)).toHaveLength(1);
  const { rows } = await sql`select from line_add_ons
    where line_id = ${id} and carrier_told_at is null`.execute(app.app.db.query);
  expect(rows).toHaveLength(0);
});

test('[K10] two tabs and a lost answer buy what was quoted once', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { quoteId } = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
  const pay = async (idempotencyKey: string) => {
    const token = await paymentToken(app, cards.visa);
    return noa.call(buyAddOn, { id, quoteId, idempotencyKey, paymentToken: token });
  };
  const [key, other] = [freshKey(), freshKey()];
  const answers = await Promise.allSettled([pay(key), pay(key), pay(other)]);
  for (const answer of answers) {
    if (answer.status === 'fulfilled') continue;
    const { reason } = (answer.reason as { problem: { reason: string } }).problem;
    expect(['busy', 'already_paid']).toContain(reason);
  }
  const token = await paymentToken(app, cards.visa);
  const late = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  expect((await noa.refusal(buyAddOn, late)).problem.reason).toBe('already_paid');
  expect(await addOnsOf(noa, id)).toMatchObject([{ megabytesLeft: 2000 }]);
  const { transactions } = await noa.call(listTransactions, {});
  expect(transactions.filter((one) => one.kind === 'add_on')).toHaveLength(1);
});

test('[K10] a declined card adds nothing; the next one may pay for the same quote', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { quoteId } = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
  const pay = async (number: string) => {
    const token = await paymentToken(app, number);
    return noa.call(buyAddOn, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
  };
  const declined = await pay(cards.declined);
  expect(declined.status).toBe('declined');
  expect(await addOnsOf(noa, id)).toEqual([]);
  expect(await pay(cards.visa)).toMatchObject({ status: 'paid', orderId: declined.orderId });
  // While the bank asks, nothing else can be begun.
  const waits = await buy(noa, id, 'data-2', cards.confirms);
  expect(waits.status).toBe('confirm');
  for (const busy of [
    await noa.refusal(quoteAddOn, { id, addOnId: 'data-2' }),
    await noa.refusal(stopAddOn, { id, addOnId: 'monthly' }),
  ]) {
    expect(busy.problem).toMatchObject({ reason: 'busy', with: 'payment' });
  }
});

test('[K10] what cannot be bought says why', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const other = await withLine(app);
  const reasonOf = async (lineId: string, addOnId = 'data-2') =>
    (await noa.refusal(quoteAddOn, { id: lineId, addOnId })).problem.reason;
  // Mesa sells it, Harbor does not.
  expect(await reasonOf(id, 'border-pass')).toBe('unknown_add_on');
  expect((await noa.refusal(quoteAddOn, { id: other.line.id, addOnId: 'data-2' })).status).toBe(
    404,
  );
  const pay = async (quoteId: string) => {
    const token = await paymentToken(app, cards.visa);
    const idempotencyKey = freshKey();
    return noa.refusal(buyAddOn, { id, quoteId, idempotencyKey, paymentToken: token });
  };
  const foreign = await other.noa.call(quoteAddOn, { id: other.line.id, addOnId: 'data-2' });
  expect((await pay(foreign.quoteId)).problem).toMatchObject({
    reason: 'quote_expired',
    quote: { addOn: { id: 'data-2' }, creditUsed: 0 },
  });
  expect((await pay('quo_nobody')).problem.reason).toBe('quote_expired');
  const old = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
  const gone = await noa.call(quoteAddOn, { id, addOnId: 'monthly' });
  await sell(data2);
  expect((await pay(gone.quoteId)).problem.reason).toBe('unknown_add_on');
  app.clock.move(31 * 60_000);
  expect((await pay(old.quoteId)).problem).toMatchObject({ reason: 'quote_expired' });
  const fresh = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
  await passDays(app, 31);
  expect(await reasonOf(id)).toBe('not_active');
  expect((await pay(fresh.quoteId)).problem.reason).toMatch(/quote_expired|not_active/);
  await sql`update lines set status = 'ended' where id = ${id}`.execute(app.app.db.query);
  expect(await reasonOf(id)).toBe('line_ended');
  expect((await pay(fresh.quoteId)).problem.reason).toBe('line_ended');
  const stop = await noa.refusal(stopAddOn, { id, addOnId: 'data-2' });
  expect(stop.problem.reason).toBe('line_ended');
  const stranger = await newcomer(app);
  expect((await stranger.refusal(stopAddOn, { id, addOnId: 'data-2' })).status).toBe(404);
});

test('[K10] an add-on whose line’s time ended before the bank confirmed is paid back', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { orderId } = await buy(noa, id, 'data-2', cards.unknown);
  await sql`update lines set status = 'ended' where id = ${id}`.execute(app.app.db.query);
  await orderWhen(app, noa, orderId, 'refunded');
  expect(await given(line.mdn)).toEqual([]);
});

test('[K10] [D21] the receipt of an add-on says the days that it is for, as page, PDF and file', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 10);
  await buy(noa, id, 'data-2');
  const [added] = await addOnsOf(noa, id);
  const day = (moment: string) => dateAlone(moment, 'America/New_York', 'en');
  const { transactions } = await noa.call(listTransactions, {});
  const bought = transactions.find(({ kind }) => kind === 'add_on');
  const period = `${day(bought?.transactionTime ?? '')} – ${day(added?.until ?? '')}`;
  const open = (form: string) =>
    app.fetch(`/app/payments/transactions/${bought?.id}/${form}`, {
      headers: { ...harbor, authorization: `Bearer ${noa.token}` },
    });
  const page = await (await open('receipt')).text();
  expect(page).toMatch(new RegExp(`Period[^]*${period}`));
  const pdf = pdfText(Buffer.from(await (await open('receipt.pdf')).arrayBuffer()));
  expect(pdf).toContain(period);
  const answer = await app.fetch(exportTransactions.wire.slice(4), {
    headers: { ...harbor, authorization: `Bearer ${noa.token}` },
  });
  const iso = (moment: string) =>
    new Date(moment).toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
  const days = `${iso(bought?.transactionTime ?? '')},${iso(added?.until ?? '')}`;
  const rows = (await answer.text()).split('\r\n');
  expect(rows.find((row) => row.includes(bought?.id ?? ''))).toContain(days);
});
