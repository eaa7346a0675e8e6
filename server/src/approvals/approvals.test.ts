import { viewUser } from '@portside/contract/account';
import {
  countApprovals,
  decideApproval,
  giveCredit,
  listApprovals,
  refundOrder,
  viewPaidOrder,
} from '@portside/contract/console/approvals';
import { listAudit } from '@portside/contract/console/audit';
import { viewCustomer } from '@portside/contract/console/customers';
import { staffStepUp } from '@portside/contract/console/staff';
import { startVerification } from '@portside/contract/console/verification';
import { placeOrder } from '@portside/contract/checkout';
import { viewCredit } from '@portside/contract/credit';
import { dateAlone } from '@portside/contract/formats';
import { listTransactions } from '@portside/contract/payments';
import { listActivity } from '@portside/contract/sessions';
import { listLines } from '@portside/contract/lines';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, later, minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { disputesOf } from '../payments/disputes.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { demoCodes, staffAt } from '../testing/staff-caller.ts';
import {
  cards,
  emailWhen,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { passHours, withLine } from '../testing/line-life.ts';
import { inTime } from '../testing/passing-time.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
let billing: Caller;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  [agent, billing, admin] = await Promise.all([
    app.staff('agent'),
    app.staff('billing'),
    app.staff('admin'),
  ]);
});
afterAll(() => app.close());

let keys = 0;
const fresh = () => `key-${(keys += 1)}`;
const why = { reason: 'double_charge', note: 'Ticket 12', to: 'card' } as const;

/** Somebody who has paid for a line, and whom these of staff have verified. */
async function paid(by: readonly Caller[] = [agent, billing, admin]) {
  const { noa: customer } = await withLine(app);
  const { id } = await customer.call(viewUser, {});
  const { rows } = await sql<{ id: string }>`
    select id from orders where customer_id = ${id}`.execute(app.app.db.query);
  const orderId = rows[0]?.id ?? '';
  await verify(id, by);
  const { left } = await billing.call(viewPaidOrder, { id: orderId });
  return { customer, orderId, id, left };
}

async function verify(id: string, by: readonly Caller[]) {
  for (const staff of by) {
    await staff.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
  }
}

const waitingFor = async (orderId: string) =>
  (await billing.call(listApprovals, {})).approvals.find((one) => one.orderId === orderId);
const partsOf = async (orderId: string) => {
  const { rows } = await sql<{ amount: number; status: string }>`
    select refunds.amount_cents as amount, refunds.status from refunds
    join charges on charges.id = charge_id where owner_id = ${orderId}
    order by number`.execute(app.app.db.query);
  return rows;
};
const reasonOf = async (call: ReturnType<Caller['refusal']>) => {
  const { problem } = await call;
  return problem.reason ?? problem.code;
};
const press = async (what: string, body: object) => {
  const answer = await app.fetch(`/sandbox/pay/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { dispute: string };
};

// The first one: nobody else’s hour passes with it.
test('[L08] with the whole payment go the days that it paid for: the line stops, as the email says', async () => {
  const { customer, orderId, left } = await paid();
  const asked = { id: orderId, amount: left, ...why, idempotencyKey: fresh() };
  const { refundId } = await agent.call(refundOrder, asked);
  await billing.call(decideApproval, { id: refundId, approve: true });
  const { text } = await emailWhen(app, customer.email, /refunded/);
  expect(text).toContain('If your line has no other paid days, it stops.');
  await passHours(app, 1);
  const [line] = (await customer.call(listLines, {})).lines;
  expect(line).toMatchObject({ status: 'suspended', statusReason: 'unpaid' });
  // Proofs ended while it passed.
  await relog();
});

test('[L08] what an agent asks for waits: a second person approves it, then all of it goes back', async () => {
  const { customer, orderId, id, left } = await paid();
  const asked = { id: orderId, amount: left, ...why, idempotencyKey: fresh() };
  const { refundId, status } = await agent.call(refundOrder, asked);
  expect(status).toBe('waiting');
  expect((await billing.call(countApprovals, {})).waiting).toBeGreaterThan(0);
  expect(await waitingFor(orderId)).toMatchObject({
    id: refundId,
    amount: left,
    to: 'card',
    reason: 'double_charge',
    note: 'Ticket 12',
    askedBy: { name: 'Aya Tanaka' },
  });
  // Whoever opens the customer's page sees that it waits.
  const { approvals: waits } = await agent.call(viewCustomer, { id });
  expect(waits).toEqual([
    {
      id: refundId,
      kind: 'refund',
      item: 'Sloop 12 GB',
      amount: left,
      askedBy: 'Aya Tanaka',
      askedAt: expect.stringMatching(/Z$/),
    },
  ]);
  // Nothing has moved, and nobody is told that it has.
  expect(await partsOf(orderId)).toEqual([]);
  const [before] = (await customer.call(listTransactions, {})).transactions;
  expect(before?.outcome).toBe('paid');
  expect(await reasonOf(agent.refusal(decideApproval, { id: refundId, approve: true }))).toBe(
    'forbidden',
  );
  const decision = { id: refundId, approve: true, note: 'Seen in the books' };
  expect((await billing.call(decideApproval, decision)).status).toBe('pending');
  expect((await agent.call(viewCustomer, { id })).approvals).toEqual([]);
  const { payment } = await orderWhen(app, customer, orderId, 'refunded');
  // Its line works: nothing is said to have failed.
  expect(payment.message).toBe('We refunded your payment for this line.');
  const { text } = await emailWhen(app, customer.email, /refunded/);
  expect(text).toMatch(/^We refunded the whole amount of \$\d+\.\d\d for .+\./);
  expect(text).not.toContain('couldn’t set up');
  expect((await agent.call(refundOrder, asked)).status).toBe('done');
  const { approvals } = await agent.call(listApprovals, { show: 'decided' });
  expect(approvals[0]).toMatchObject({
    id: refundId,
    status: 'done',
    decidedBy: 'Ben Okafor',
    decision: 'Seen in the books',
  });
  const { activity } = await customer.call(listActivity, {});
  expect(activity.find((one) => one.kind === 'order_refunded')?.agent).toBe('Aya Tanaka');
  const { entries } = await admin.call(listAudit, { call: 'decideApproval' });
  expect(entries[0]).toMatchObject({
    staff: 'billing@harbor.example',
    outcome: 'done',
    about: refundId,
    detail: { approve: true, askedBy: 'Aya Tanaka', orderId },
  });
});

test('[L08] within their limit, who may give money gives a part at once, and what was bought stays', async () => {
  const { customer, orderId, left } = await paid([billing]);
  const asked = { id: orderId, amount: 5, ...why, idempotencyKey: fresh() };
  expect((await billing.call(refundOrder, asked)).status).toBe('pending');
  await app.eventually(async () => (await partsOf(orderId))[0]?.status === 'refunded' || undefined);
  expect(await billing.call(viewPaidOrder, { id: orderId })).toMatchObject({
    back: 5,
    left: left - 5,
    refusal: null,
  });
  expect((await emailWhen(app, customer.email, /a part/)).text).toContain('$5.00');
  const paidOrder = await billing.call(viewPaidOrder, { id: orderId });
  expect(paidOrder.alone).toBe(95);
});

test('[L08] the same key gives once, also twice at a time; with other words it is refused', async () => {
  const { orderId } = await paid([billing]);
  const asked = { id: orderId, amount: 3, ...why, idempotencyKey: fresh() };
  const answers = await Promise.all([
    billing.call(refundOrder, asked),
    billing.call(refundOrder, asked),
    billing.call(refundOrder, asked),
  ]);
  expect(new Set(answers.map(({ refundId }) => refundId)).size).toBe(1);
  expect(await partsOf(orderId)).toHaveLength(1);
  expect(await reasonOf(billing.refusal(refundOrder, { ...asked, amount: 4 }))).toBe('key_reused');
  const other = await paid([billing]);
  expect(await reasonOf(billing.refusal(refundOrder, { ...asked, id: other.orderId }))).toBe(
    'key_reused',
  );
});

test('[L08] two people who refund one order at once give once; the other is told', async () => {
  const { orderId } = await paid();
  await press('break', { mode: 'down' });
  const told = await Promise.all(
    [billing, admin].map(async (staff) => {
      const asked = { id: orderId, amount: 3, ...why, idempotencyKey: fresh() };
      return staff.call(refundOrder, asked).then(
        ({ status }) => status as string,
        () => 'refused',
      );
    }),
  );
  expect(told.toSorted()).toEqual(['pending', 'refused']);
  const again = { id: orderId, amount: 3, ...why, idempotencyKey: fresh() };
  expect(await reasonOf(admin.refusal(refundOrder, again))).toBe('in_progress');
  await press('break', { mode: 'none' });
});

test('[L08] two people who decide at once: one does, and nobody approves what they asked for', async () => {
  const { orderId, left } = await paid();
  const asked = { id: orderId, amount: left, ...why, idempotencyKey: fresh() };
  const { refundId } = await agent.call(refundOrder, asked);
  const twice = { id: orderId, amount: 1, ...why, idempotencyKey: fresh() };
  expect(await reasonOf(billing.refusal(refundOrder, twice))).toBe('waits');
  const decided = await Promise.all(
    [billing, admin].map((staff) =>
      staff.call(decideApproval, { id: refundId, approve: true }).then(
        ({ status }) => status as string,
        () => 'refused',
      ),
    ),
  );
  expect(decided.toSorted()).toEqual(['pending', 'refused']);
  expect(await reasonOf(admin.refusal(decideApproval, { id: refundId, approve: false }))).toBe(
    'decided',
  );
  expect(await partsOf(orderId)).toHaveLength(1);
});

test('[L08] less than a cent is no amount', async () => {
  const { id, orderId } = await paid([billing]);
  const asked = { reason: 'goodwill', note: '', amount: 1e-9 } as const;
  const credit = await billing.refusal(giveCredit, { ...asked, id, idempotencyKey: fresh() });
  expect(credit.problem.errors).toMatchObject([{ field: 'amount' }]);
  const refund = { ...asked, id: orderId, to: 'card', idempotencyKey: fresh() } as const;
  const refused = await billing.refusal(refundOrder, refund);
  expect(refused.problem.errors).toMatchObject([{ field: 'amount' }]);
});

test('[L08] above a limit even an admin waits for another; many small ones count as one', async () => {
  const { id, customer } = await paid();
  const gift = { id, reason: 'goodwill', note: '' } as const;
  const first = await billing.call(giveCredit, { ...gift, amount: 90, idempotencyKey: fresh() });
  expect(first).toMatchObject({ status: 'done', balance: 90 });
  const second = await billing.call(giveCredit, { ...gift, amount: 20, idempotencyKey: fresh() });
  expect(second).toMatchObject({ status: 'waiting', balance: 90 });
  const own = { id: second.creditId, approve: true };
  expect(await reasonOf(billing.refusal(decideApproval, own))).toBe('own_request');
  expect((await admin.call(decideApproval, own)).status).toBe('done');
  const { balance, entries } = await customer.call(viewCredit, {});
  expect(balance).toBe(110);
  expect(entries[0]?.reason).toBe('From us: Thank you for your patience.');
  expect((await emailWhen(app, customer.email, /of Harbor credit/)).text).toContain(
    'Thank you for your patience.',
  );
  const large = { ...gift, amount: 600, idempotencyKey: fresh() };
  expect((await admin.call(giveCredit, large)).status).toBe('waiting');
  // Taken back by who asked.
  const { approvals } = await admin.call(listApprovals, {});
  const waits = approvals.find((one) => one.amount === 600);
  expect(await admin.call(decideApproval, { id: waits?.id ?? '', approve: false })).toMatchObject({
    status: 'declined',
  });
  expect((await customer.call(viewCredit, {})).balance).toBe(110);
  // The day after it counts anew.
  app.clock.move(hours(25));
  await relog();
  await verify(id, [agent, billing, admin]);
  const next = { ...gift, amount: 95, idempotencyKey: fresh() };
  expect((await billing.call(giveCredit, next)).status).toBe('done');
});

test('[L08] a part becomes credit: the rest stays paid, and the books agree', async () => {
  await relog();
  const { customer, orderId, left } = await paid([billing]);
  const asked = { id: orderId, amount: 4, ...why, to: 'credit', idempotencyKey: fresh() } as const;
  expect((await billing.call(refundOrder, asked)).status).toBe('done');
  expect((await customer.call(viewCredit, {})).balance).toBe(4);
  expect((await emailWhen(app, customer.email, /part .* as credit/)).text).toContain('$4.00');
  expect((await billing.call(viewPaidOrder, { id: orderId })).left).toBe(left - 4);
  // The customer's page, receipt and table of payments say so, with the day.
  const [one] = (await customer.call(listTransactions, {})).transactions;
  expect(one).toMatchObject({ outcome: 'paid', refunded: 4, credited: [{ amount: 4 }] });
  const on = dateAlone(new Date(one?.credited?.[0]?.on ?? ''), 'America/New_York', 'en');
  const read = async (path: string) => {
    const headers = { ...harbor, authorization: `Bearer ${customer.token}` };
    return (await app.fetch(`/app/payments/${path}`, { headers })).text();
  };
  expect(await read(`transactions/${one?.id}/receipt`)).toContain(`<td>$4.00, ${on}</td>`);
  const [head, row] = (await read('transactions.csv')).split('\r\n');
  expect(head).toMatch(/,Given Back as Credit$/);
  expect(row).toMatch(/,4\.00$/);
  app.clock.move(hours(1));
  expect((await runVerb(app.app, ['reconcile'])).text).toContain('no difference');
});

test('[L08] lines of the bill go back once, and come to the amount', async () => {
  await relog();
  const { orderId } = await paid([billing]);
  const { lines } = await billing.call(viewPaidOrder, { id: orderId });
  const fee = lines.find(({ label }) => label.includes('Regulatory')) ?? lines[0];
  const asked = { id: orderId, ...why, lines: [fee?.number ?? 0] };
  const more = { ...asked, amount: (fee?.amount ?? 0) + 1, idempotencyKey: fresh() };
  expect(await reasonOf(billing.refusal(refundOrder, more))).toBe('lines_differ');
  const unknown = { ...asked, amount: 1, lines: [999], idempotencyKey: fresh() };
  expect(await reasonOf(billing.refusal(refundOrder, unknown))).toBe('lines_differ');
  const right = { ...asked, amount: fee?.amount ?? 0, idempotencyKey: fresh() };
  await billing.call(refundOrder, right);
  await app.eventually(async () => (await partsOf(orderId))[0]?.status === 'refunded' || undefined);
  const again = { ...right, idempotencyKey: fresh() };
  expect(await reasonOf(billing.refusal(refundOrder, again))).toBe('line_refunded');
});

test('[L08] lines whose refund the bank refused can be given back after all', async () => {
  await relog();
  const { orderId } = await paid([billing]);
  const { lines } = await billing.call(viewPaidOrder, { id: orderId });
  const [line] = lines.slice(1);
  const asked = { id: orderId, ...why, amount: line?.amount ?? 0, lines: [line?.number ?? 0] };
  await press('break', { mode: 'no_refunds' });
  const partIs = (at: number, status: string) =>
    app.eventually(async () => (await partsOf(orderId))[at]?.status === status || undefined);
  await billing.call(refundOrder, { ...asked, idempotencyKey: fresh() });
  await partIs(0, 'failed');
  await press('break', { mode: 'none' });
  await billing.call(refundOrder, { ...asked, idempotencyKey: fresh() });
  await partIs(1, 'refunded');
});

test('[L08] more than is left, nothing left, and what its customer disputes are refused in words', async () => {
  await relog();
  const { orderId, left, customer } = await paid();
  const ask = (amount: number) => ({ id: orderId, amount, ...why, idempotencyKey: fresh() });
  const more = await billing.refusal(refundOrder, ask(left + 0.01));
  expect(more.problem).toMatchObject({ reason: 'more_than_left', left });
  const { reason, ...unsaid } = { ...ask(1), note: '' };
  expect(reason).toBe('double_charge');
  expect(await reasonOf(billing.refusal(refundOrder, { ...unsaid, reason: 'other' }))).toBe(
    'note_missing',
  );
  await billing.call(refundOrder, ask(left));
  await orderWhen(app, customer, orderId, 'refunded');
  expect(await reasonOf(billing.refusal(refundOrder, ask(1)))).toBe('nothing_left');
  const disputed = await paid();
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges
    where owner_id = ${disputed.orderId}`.execute(app.app.db.query);
  const asked = { ...ask(disputed.left), id: disputed.orderId };
  const { refundId } = await agent.call(refundOrder, asked);
  await press('disputes', { payment: rows[0]?.payment });
  await inTime(app, async () => {
    const found = await disputesOf(app.app.db.query, { kind: 'order', id: disputed.orderId });
    return found[0]?.status === 'open' || undefined;
  });
  expect(await reasonOf(billing.refusal(decideApproval, { id: refundId, approve: true }))).toBe(
    'disputed',
  );
  await billing.call(decideApproval, { id: refundId, approve: false });
  const late = await billing.refusal(refundOrder, { ...asked, idempotencyKey: fresh() });
  expect(late.problem.reason).toBe('disputed');
  expect(late.problem.message).toContain('disputes this payment');
  expect((await runVerb(app.app, ['order', 'refund', disputed.orderId])).text).toContain(
    'disputes this payment',
  );
});

/** Somebody with this credit, who has bought a line with it, and whom all of staff have verified. */
async function paidWithCredit(dollars: string) {
  const customer = await newcomer(app);
  const give = ['credit', 'add', customer.email, dollars, '--reason', 'A slow day'];
  expect((await runVerb(app.app, give)).fine).toBe(true);
  const { id } = await customer.call(viewUser, {});
  await verify(id, [agent, billing, admin]);
  const cart = await fillCart({ anyone: customer });
  const due = cart.quote.finalCheckoutAmount;
  const order = orderOf(cart, {
    idempotencyKey: fresh().padStart(12, '0'),
    ...(due > 0 && { paymentToken: await paymentToken(app, cards.visa) }),
  });
  const { orderId } = await customer.call(placeOrder, order);
  await orderWhen(app, customer, orderId, 'active');
  return { customer, orderId, due };
}
const balanceOf = async (customer: Caller) => (await customer.call(viewCredit, {})).balance;

test('[L08] [K21] an order paid with credit alone gives the credit back once, with the limit of a refund', async () => {
  await relog();
  const { customer, orderId, due } = await paidWithCredit('80.00');
  expect(due).toBe(0);
  const order = await billing.call(viewPaidOrder, { id: orderId });
  const kept = await balanceOf(customer);
  expect(order).toMatchObject({ paid: 0, left: 0, refusal: null });
  expect(order.credit).toBeCloseTo(80 - kept);
  const asked = { ...why, id: orderId, amount: order.credit, to: 'credit' } as const;
  for (const wrong of [{ to: 'card' } as const, { amount: 1 }, { amount: order.credit + 1 }]) {
    const refusal = billing.refusal(refundOrder, { ...asked, ...wrong, idempotencyKey: fresh() });
    expect(await reasonOf(refusal)).toBe('only_credit');
  }
  const { refundId, status } = await agent.call(refundOrder, { ...asked, idempotencyKey: fresh() });
  expect(status).toBe('waiting');
  expect(await balanceOf(customer)).toBe(kept);
  const decided = await Promise.allSettled(
    [billing, admin].map((staff) => staff.call(decideApproval, { id: refundId, approve: true })),
  );
  expect(decided.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  expect(await balanceOf(customer)).toBe(80);
  const { payment } = await orderWhen(app, customer, orderId, 'refunded');
  expect(payment.message).toBe('We refunded your payment for this line.');
  const { text } = await emailWhen(app, customer.email, /refunded .* as credit/);
  expect(text).toContain(`The $${order.credit.toFixed(2)} of credit that paid for`);
  expect(text).not.toContain('couldn’t set up');
  const late = billing.refusal(refundOrder, { ...asked, idempotencyKey: fresh() });
  expect(await reasonOf(late)).toBe('nothing_left');
  app.clock.move(hours(1));
  expect((await runVerb(app.app, ['reconcile'])).text).toContain('no difference');
});

test('[L08] [K21] of an order paid with both, the card’s part goes back to the card and the credit is credit again', async () => {
  await relog();
  const { customer, orderId, due } = await paidWithCredit('7.00');
  const order = await billing.call(viewPaidOrder, { id: orderId });
  expect(order).toMatchObject({ paid: due, left: due, credit: 7 });
  const asked = { ...why, id: orderId, amount: due, idempotencyKey: fresh() };
  await billing.call(refundOrder, asked);
  await orderWhen(app, customer, orderId, 'refunded');
  // What comes back besides counts as well.
  const { alone } = await billing.call(viewPaidOrder, { id: orderId });
  expect(order.alone - alone).toBeCloseTo(due + 7);
  expect((await partsOf(orderId)).map(({ amount }) => amount)).toEqual([Math.round(due * 100)]);
  expect(await balanceOf(customer)).toBe(7);
  const { text } = await emailWhen(app, customer.email, /We refunded/);
  expect(text).toContain('The credit that you used for it is yours again.');
});

test('[L08] [L05] only for a verified caller, with a proof of the last ten minutes, by a role that is still there', async () => {
  await relog();
  const { orderId, id } = await paid();
  const asked = { id: orderId, amount: 1, ...why, idempotencyKey: fresh() };
  const gift = { id, amount: 1, reason: 'goodwill', idempotencyKey: fresh() } as const;
  const viewer = await app.staff('viewer');
  expect(await reasonOf(viewer.refusal(refundOrder, asked))).toBe('forbidden');
  expect(await reasonOf(viewer.refusal(giveCredit, gift))).toBe('forbidden');
  app.clock.move(minutes(11));
  expect(await reasonOf(billing.refusal(refundOrder, asked))).toBe('proof_required');
  expect(await reasonOf(billing.refusal(giveCredit, gift))).toBe('proof_required');
  app.clock.move(minutes(5));
  expect(await reasonOf(billing.refusal(refundOrder, asked))).toBe('not_verified');
  expect(await reasonOf(billing.refusal(giveCredit, gift))).toBe('not_verified');
  expect(await reasonOf(billing.refusal(viewPaidOrder, { id: orderId }))).toBe('not_verified');
  expect(await partsOf(orderId)).toEqual([]);
});

test('[L04] [L08] the customer’s page names the order of each payment', async () => {
  await relog();
  const { orderId, id } = await paid([billing]);
  const { payments } = await billing.call(viewCustomer, { id });
  expect(payments.map((one) => one.orderId)).toEqual([orderId]);
});

let lastLogin: Date | undefined;

/** Where time went on, so that proofs and sessions of staff are old. */
async function relog() {
  const now = app.app.clock.now();
  if (lastLogin && now < later(lastLogin, minutes(3))) return;
  lastLogin = now;
  [agent, billing, admin] = await Promise.all([
    staffAt(app.address, 'agent'),
    staffAt(app.address, 'billing'),
    staffAt(app.address, 'admin'),
  ]);
  const codes = await demoCodes(app.address);
  const { code = '' } = codes.find(({ role }) => role === 'billing') ?? {};
  await billing.call(staffStepUp, { code });
}
