import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { viewCredit } from '@portside/contract/credit';
import { listTransactions } from '@portside/contract/payments';
import { phone } from '@portside/contract/phone';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import { harbor } from '../testing/caller.ts';
import { type Noa, freshKey, lineOf, passDays, renew, withLine } from '../testing/line-life.ts';
import { cards, emailWhen, orderWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** 40.00 and 12.00; the line’s own costs 25.00. */
const [clipper, skiff] = ['clipper-unlimited', 'skiff-2'];

async function press(what: string, body: object) {
  const answer = await app.fetch(`/sandbox/pay/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

interface Paid {
  orderId: string;
  ref: string;
  cents: number;
}

async function paidFor(orderId: string): Promise<Paid> {
  const { rows } = await sql<Paid>`
    select owner_id as "orderId", payment_ref as ref, amount_cents as cents from charges
    where owner_id = ${orderId} and status <> 'declined'`.execute(app.app.db.query);
  if (!rows[0]) throw new Error(`Nobody paid for ${orderId}`);
  return rows[0];
}

async function withPaidLine() {
  const { noa, line } = await withLine(app);
  const { rows } = await sql<{ id: string }>`
    select order_id as id from lines where id = ${line.id}`.execute(app.app.db.query);
  return { noa, line, paid: await paidFor(rows[0]?.id ?? '') };
}

async function change(noa: Noa, id: string, planId: string): Promise<string> {
  const { quoteId } = await quoteFor(noa, id, planId);
  const token = await paymentToken(app, cards.visa);
  const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  const { orderId = '' } = await noa.call(changePlan, pay);
  await app.eventually(async () => (await lineOf(noa, id)).plan.id === planId || undefined);
  return orderId;
}

async function buyPass(noa: Noa, id: string): Promise<void> {
  const { quoteId } = await noa.call(quoteAddOn, { id, addOnId: 'data-2' });
  const token = await paymentToken(app, cards.visa);
  await noa.call(buyAddOn, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
}

const quoteFor = (noa: Noa, id: string, planId: string) =>
  noa.call(quotePlanChange, { id, planId, when: 'now' });
const balance = async (noa: Noa) => (await noa.call(viewCredit, {})).balance;
const order = async (...words: string[]) => (await runVerb(app.app, ['order', ...words])).text;

const givenBack = async (ref: string) => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents from sandbox_pay_refunds
    where charge_ref = ${ref} and status = 'refunded'`.execute(app.app.db.query);
  return rows[0]?.cents ?? 0;
};
const backWhen = (ref: string, cents: number) =>
  app.eventually(async () => (await givenBack(ref)) === cents || undefined);
const known = (orderId: string, count: number) =>
  app.eventually(async () => {
    const { rows } = await sql`
      select from refunds join charges on charges.id = charge_id
      where owner_id = ${orderId} and refunds.status = 'refunded'`.execute(app.app.db.query);
    return rows.length === count || undefined;
  });

/** What the rest of a payment is worth by the day, of the plan's price. */
const rest = (paidCents: number, refunded: number, price = 2500) => {
  const kept = price - Math.floor((2 * price * refunded + paidCents) / (2 * paidCents));
  return Math.floor((2 * kept * 29 + 30) / 60) / 100;
};

test('[K08] after a part was given back at the provider, only the rest of the payment counts for unused days', async () => {
  const { noa, line, paid } = await withPaidLine();
  expect((await quoteFor(noa, line.id, clipper)).creditForUnusedDays).toBe(24.17);
  await app.adapters.payment.refund({ key: 'theirs', paymentRef: paid.ref, amountCents: 2000 });
  await known(paid.orderId, 1);
  const { creditForUnusedDays } = await quoteFor(noa, line.id, clipper);
  expect(creditForUnusedDays).toBe(rest(paid.cents, 2000));
  expect(creditForUnusedDays).toBeLessThan((paid.cents - 2000) / 100);
});

test('[M01] an operator gives back a part: the line stays, the rest counts, and the customer is told once', async () => {
  const { noa, line, paid } = await withPaidLine();
  const said = await order('refund', paid.orderId, '--amount', '20.00', '--by', 'Dana');
  expect(said).toContain('$20.00 of order');
  expect(said).toContain(`$${((paid.cents - 2000) / 100).toFixed(2)} stays paid`);
  await backWhen(paid.ref, 2000);
  const mail = await emailWhen(app, noa.email, /^We refunded a part of your/);
  expect(mail.text).toContain('$20.00');
  const [newest] = (await noa.call(listTransactions, {})).transactions;
  expect(newest).toMatchObject({ outcome: 'paid', refunded: 20 });
  const receipt = await app.fetch(`/app/payments/transactions/${newest?.id}/receipt`, {
    headers: { ...harbor, authorization: `Bearer ${noa.token}` },
  });
  const paper = await receipt.text();
  expect(paper).toMatch(/Refunded so far[^]*\$20\.00/);
  expect(paper).toContain(phone(line.mdn));
  expect(paper).toContain(`<td>${newest?.orderNumber}</td>`);
  expect(paper).toMatch(/Period[^]*\w{3} \d+, \d{4} – \w{3} \d+, \d{4}/);
  const csv = await app.fetch('/app/payments/transactions.csv', {
    headers: { ...harbor, authorization: `Bearer ${noa.token}` },
  });
  const [head, first] = (await csv.text()).split('\r\n');
  expect(head).toMatch(
    /,Refunded so far,Phone Number Today,Period from,Period to,Order,Given Back as Credit$/,
  );
  expect(first).toContain(`,${newest?.id},`);
  expect(first).toMatch(/,20\.00,[^,]+,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,H-\d{4}-\d\d,0\.00$/);
  expect(first).toContain(`,20.00,${phone(line.mdn)},`);
  expect((await lineOf(noa, line.id)).status).toBe('active');
  expect((await orderWhen(app, noa, paid.orderId, 'active')).orderId).toBe(paid.orderId);
  expect((await quoteFor(noa, line.id, clipper)).creditForUnusedDays).toBe(rest(paid.cents, 2000));
  expect(await order('refund', paid.orderId, '--amount', '20.00')).toContain('more than is left');
  // All of the rest is the whole order.
  await order('refund', paid.orderId);
  await orderWhen(app, noa, paid.orderId, 'refunded');
  await backWhen(paid.ref, paid.cents);
});

test('[M01] an amount that is none, and one of another action, is refused', async () => {
  const { paid } = await withPaidLine();
  for (const amount of ['0', '1.5', 'all', '0.00']) {
    expect(await order('refund', paid.orderId, '--amount', amount)).toContain('in dollars');
  }
  expect(await order('credit', paid.orderId, '--amount', '5.00')).toContain('of a refund');
  expect(await givenBack(paid.ref)).toBe(0);
});

test('[K08] [K21] of an order whose unused days paid for another plan only the rest goes back', async () => {
  const { noa, line, paid } = await withPaidLine();
  await change(noa, line.id, clipper);
  const said = await order('refund', paid.orderId);
  const left = paid.cents - 2417;
  expect(said).toContain(`$${(left / 100).toFixed(2)} of order`);
  expect(said).toContain('$24.17 of it paid for another plan');
  await backWhen(paid.ref, left);
  expect(await balance(noa)).toBe(0);
  expect((await lineOf(noa, line.id)).plan.id).toBe(clipper);
  expect(await order('refund', paid.orderId)).toContain('nothing left to refund');
  expect(await order('credit', paid.orderId)).toContain('nothing left to refund');
});

test('[K08] [K21] of such an order only the rest becomes credit, and the email says how much', async () => {
  const { noa, line, paid } = await withPaidLine();
  await change(noa, line.id, clipper);
  await order('credit', paid.orderId);
  const left = (paid.cents - 2417) / 100;
  expect(await balance(noa)).toBe(left);
  const mail = await emailWhen(app, noa.email, /a part of your Harbor order as credit/);
  expect(mail.text).toContain(`$${left.toFixed(2)} of what you paid`);
});

test('[K08] [K21] a change whose credit was spent is not refunded; nor is credit ever below zero', async () => {
  const { noa, line } = await withPaidLine();
  const changed = await change(noa, line.id, skiff);
  expect(await balance(noa)).toBeGreaterThan(0);
  await buyPass(noa, line.id);
  await buyPass(noa, line.id);
  await buyPass(noa, line.id);
  await app.eventually(async () => (await balance(noa)) === 0 || undefined);
  expect(await order('refund', changed)).toContain('nothing left to refund');
  expect(await balance(noa)).toBe(0);
});

test('[K08] [K21] what the provider’s people give back although it paid for another plan is owed', async () => {
  const { noa, line, paid } = await withPaidLine();
  const changed = await change(noa, line.id, clipper);
  await press('refunds', { payment: paid.ref });
  await orderWhen(app, noa, paid.orderId, 'refunded');
  expect(await balance(noa)).toBe(0);
  const stuck = (await runVerb(app.app, ['orders'])).text;
  expect(stuck).toMatch(new RegExp(`owed.*\\$24\\.17.*${paid.orderId}`));
  expect((await runVerb(app.app, ['customer', 'show', noa.email])).text).toContain('Owes: $24.17');
  // Goodwill is not eaten by it: the email says what is true.
  await runVerb(app.app, ['credit', 'add', noa.email, '5.00', '--reason', 'Sorry']);
  expect((await emailWhen(app, noa.email, /\$5\.00 of Harbor credit/)).text).toContain('$5.00');
  expect(await balance(noa)).toBe(5);
  expect((await quoteFor(noa, line.id, 'frigate-unlimited-plus')).creditUsed).toBe(5);
  // The change is taken back: its days are worth what is owed.
  await order('refund', changed);
  await orderWhen(app, noa, changed, 'refunded');
  expect(await balance(noa)).toBe(5);
  expect((await runVerb(app.app, ['orders'])).text).not.toContain(paid.orderId);
});

test('[K21] what was given as credit and then by the provider too is taken back, or owed if it is spent', async () => {
  const { noa, paid } = await withPaidLine();
  await order('credit', paid.orderId);
  expect(await balance(noa)).toBe(paid.cents / 100);
  await press('refunds', { payment: paid.ref });
  await app.eventually(async () => (await balance(noa)) === 0 || undefined);

  const {
    noa: other,
    line,
    paid: renewed,
  } = await (async () => {
    const one = await withPaidLine();
    await passDays(app, 20);
    const { orderId } = await renew(app, one.noa, one.line.id);
    return { ...one, paid: await paidFor(orderId) };
  })();
  await order('credit', renewed.orderId);
  await renew(app, other, line.id);
  await app.eventually(async () => (await balance(other)) === 0 || undefined);
  await press('refunds', { payment: renewed.ref });
  const owed = `$${(renewed.cents / 100).toFixed(2)}`;
  await app.eventually(async () => {
    const { text } = await runVerb(app.app, ['customer', 'show', other.email]);
    return text.includes(`Owes: ${owed}`) || undefined;
  });
  expect(await balance(other)).toBe(0);
  expect((await runVerb(app.app, ['orders'])).text).toContain(renewed.orderId);
  expect(await order('forgive', renewed.orderId)).toContain(`${owed} are not owed any more`);
  expect(await order('forgive', renewed.orderId)).toContain('Nothing is owed');
  expect((await runVerb(app.app, ['orders'])).text).not.toContain(renewed.orderId);
  expect(await balance(other)).toBe(0);
});

test('[K21] the database itself refuses credit below zero, and more back than was charged', async () => {
  const { paid } = await withPaidLine();
  const db = app.app.db.query;
  const over = sql`update charges set returned_cents = amount_cents + 1
    where owner_id = ${paid.orderId}`.execute(db);
  await expect(over).rejects.toThrow(/charges_returned/);
  const below = sql`insert into credit_entries (id, tenant_id, customer_id, cents, reason, cause,
      created_at, balance_cents)
    select 'cre_x', tenant_id, customer_id, -1, 'used', 'x', now(), -1 from orders
    where id = ${paid.orderId}`.execute(db);
  await expect(below).rejects.toThrow(/credit_entries_not_below_zero/);
});

test('[D13] the table names line and period of what was paid, and of a try that failed neither', async () => {
  const { noa, line } = await withPaidLine();
  await passDays(app, 21);
  expect((await renew(app, noa, line.id, cards.declined)).status).toBe('declined');
  expect((await renew(app, noa, line.id)).status).toBe('paid');
  const csv = await app.fetch('/app/payments/transactions.csv', {
    headers: { ...harbor, authorization: `Bearer ${noa.token}` },
  });
  const [, second = '', failed = '', first = ''] = (await csv.text()).split('\r\n');
  expect(failed).toMatch(/,Failed,.*,0\.00,,,,H-\d{4}-\d\d,0\.00$/);
  const [number, from, to] = first.split(',').slice(-5);
  expect(number).toBe(phone(line.mdn));
  // The next thirty days begin when the first end.
  expect(second.split(',').slice(-5, -3)).toEqual([number, to]);
  expect(from! < to!).toBe(true);
});
