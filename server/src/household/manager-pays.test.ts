import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { viewCredit } from '@portside/contract/credit';
import { confirmPayment, listOpenOrders, viewOrder } from '@portside/contract/checkout';
import { viewLine } from '@portside/contract/line-detail';
import { listNeeds } from '@portside/contract/needs';
import { listCards, listTransactions } from '@portside/contract/payments';
import { changePlan, quotePlanChange, undoPlanChange } from '@portside/contract/plan-change';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import type { Caller } from '../testing/caller.ts';
import { give, takeBack } from '../testing/given-line.ts';
import { freshKey, passDays, withLine } from '../testing/line-life.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { again, sell } from '../testing/on-hold.ts';
import { cards, emailWhen, newcomer, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* Who manages a line pays for it with a card that they enter; the bill is its holder's (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  await sell(app, { id: 'data-2', name: 'Extra 2 GB', price: 6, megabytes: 2000 });
});
afterAll(() => app.close());

/** Due, and in the hands of a manager. */
async function due() {
  const { noa: first, line } = await withLine(app, { saveCard: true });
  const omar = await newcomer(app);
  await sql`update customers set first_name = 'Omar' where email = ${omar.email}`.execute(
    app.app.db.query,
  );
  await passDays(app, 25);
  const [noa, member] = [await again(app, first), await again(app, omar)];
  await give(app, noa, member, line.id, 'manager');
  return { noa, member, id: line.id };
}

async function renewInput(who: Caller, id: string, number: string = cards.visa) {
  const { quoteId } = await who.call(quoteRenewal, { id });
  return { id, quoteId, idempotencyKey: freshKey(), paymentToken: await paymentToken(app, number) };
}

const paidFor = async (id: string) => {
  const { rows } = await sql<{ customer_id: string; payer_customer_id: string | null }>`
    select customer_id, payer_customer_id from orders
    where line_id = ${id} and status = 'paid'`.execute(app.app.db.query);
  return rows;
};

const saved = async (who: Caller) => (await who.call(listCards, {})).cards;

test('[P04] a manager pays for the next 30 days, and both get the receipt', async () => {
  const { noa, member, id } = await due();
  const before = await noa.call(viewLine, { id });
  const kept = await saved(noa);
  const input = { ...(await renewInput(member, id)), saveCard: true };
  const answer = await member.call(renewLine, input);
  expect(answer.status).toBe('paid');
  const now = await noa.call(viewLine, { id });
  expect(Date.parse(now.paidUntil ?? '')).toBeGreaterThan(Date.parse(before.paidUntil ?? ''));
  // The same key again is the same payment.
  expect(await member.call(renewLine, input)).toEqual(answer);
  const [order, ...more] = await paidFor(id);
  expect(more).toEqual([]);
  expect(order?.payer_customer_id).not.toBe(order?.customer_id);
  // A card is kept for nobody, whatever was asked.
  expect(await saved(member)).toEqual([]);
  expect(await saved(noa)).toEqual(kept);
  expect((await noa.call(listTransactions, {})).transactions).toHaveLength(2);
  expect((await member.call(listTransactions, {})).transactions).toEqual([]);
  const seen = await member.call(viewOrder, { id: answer.orderId });
  expect(seen).toMatchObject({ status: 'paid', line: { id } });
  const toPayer = await emailWhen(app, member.email, /receipt/);
  expect(toPayer.text).toContain('The line is Noa’s');
  expect(toPayer.link).toContain(`/dashboard/lines/${id}`);
  await allEmailsSent(app);
  const receipts = (await app.emails(noa.email, 0)).filter(({ subject }) =>
    /receipt/.test(subject),
  );
  expect(receipts.some(({ text }) => text.includes('Omar, who manages this line, paid'))).toBe(
    true,
  );
});

test('[P04] a saved card is nobody’s to name, the holder’s least', async () => {
  const { noa, member, id } = await due();
  const [card] = await saved(noa);
  const { paymentToken: _none, ...input } = await renewInput(member, id);
  for (const cardId of [card?.id, 'crd_none']) {
    const { problem } = await member.refusal(renewLine, { ...input, cardId });
    expect(problem.reason).toBe('unknown_card');
  }
  expect((await member.refusal(renewLine, input)).problem.reason).toBe('no_card');
  expect(await paidFor(id)).toEqual([]);
});

test('[P04] the bank asks the manager, and shows its page to nobody else', async () => {
  const { noa, member, id } = await due();
  const input = await renewInput(member, id, cards.confirms);
  const asked = await member.call(renewLine, input);
  expect(asked).toMatchObject({ status: 'confirm', redirectUrl: expect.any(String) });
  const mine = (await member.call(listOpenOrders, {})).orders;
  expect(mine).toMatchObject([{ orderId: asked.orderId, redirectUrl: asked.redirectUrl }]);
  expect((await member.call(listNeeds, {})).needs).toContainEqual(
    expect.objectContaining({ code: 'bank_confirmation', lineId: id }),
  );
  // The holder: something is under way, and where is not theirs.
  const theirs = (await noa.call(listOpenOrders, {})).orders;
  expect(theirs).toMatchObject([{ orderId: asked.orderId, status: 'placed' }]);
  const seen = await noa.call(viewOrder, { id: asked.orderId });
  expect(seen.payment.status).toBe('placed');
  const busy = await noa.refusal(quoteRenewal, { id });
  expect(busy.problem.reason).toBe('busy');
  const needs = await noa.call(listNeeds, {});
  expect(JSON.stringify([theirs, seen, busy.problem, needs])).not.toContain(asked.redirectUrl);
  const { rows } = await sql<{ ref: string }>`
    select payment_ref as ref from charges where owner_id = ${asked.orderId}`.execute(
    app.app.db.query,
  );
  await fetch(new URL(new URL(asked.redirectUrl ?? '').pathname, app.address), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome: 'complete' }),
  });
  const payment = rows[0]?.ref ?? '';
  const done = await member.call(confirmPayment, { payment });
  expect(done.orderId).toBe(asked.orderId);
  const stranger = await newcomer(app);
  expect((await stranger.refusal(confirmPayment, { payment })).status).toBe(404);
  expect((await stranger.refusal(viewOrder, { id: asked.orderId })).status).toBe(404);
  // Whoever paid may look what became of it, also once the line is taken back; the line is not theirs.
  await takeBack(app, id);
  const after = await member.call(viewOrder, { id: asked.orderId });
  expect(after).not.toHaveProperty('line');
  expect((await member.call(listOpenOrders, {})).orders).toEqual([]);
});

test('[P04] the holder’s bank is the holder’s', async () => {
  const { noa, member, id } = await due();
  const asked = await noa.call(renewLine, await renewInput(noa, id, cards.confirms));
  expect(asked.redirectUrl).toBeDefined();
  const busy = await member.refusal(quoteRenewal, { id });
  expect(busy.problem.reason).toBe('busy');
  expect(busy.problem).not.toHaveProperty('redirectUrl');
  expect(busy.problem).not.toHaveProperty('orderId');
  expect((await member.call(listOpenOrders, {})).orders).toEqual([]);
  expect((await member.refusal(viewOrder, { id: asked.orderId })).status).toBe(404);
});

test('[P04] holder and manager pay in the same moment: once', async () => {
  const { noa, member, id } = await due();
  const inputs = [await renewInput(noa, id), await renewInput(member, id)] as const;
  const both = await Promise.allSettled([
    noa.call(renewLine, inputs[0]),
    member.call(renewLine, inputs[1]),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await app.eventually(async () => (await paidFor(id)).length > 0 || undefined);
  expect(await paidFor(id)).toHaveLength(1);
  expect((await noa.call(listTransactions, {})).transactions).toHaveLength(2);
});

test('[P04] the holder pays what the manager’s bank declined, with the order that there is', async () => {
  const { noa, member, id } = await due();
  const declined = await member.call(renewLine, await renewInput(member, id, cards.declined));
  expect(declined.status).toBe('declined');
  const paid = await noa.call(renewLine, await renewInput(noa, id));
  expect(paid).toMatchObject({ status: 'paid', orderId: declined.orderId });
  expect(await paidFor(id)).toMatchObject([{ payer_customer_id: null }]);
  expect((await member.refusal(viewOrder, { id: paid.orderId })).status).toBe(404);
});

test('[P04] a manager buys data and changes the plan, a user neither', async () => {
  const { noa, member, id } = await due();
  const pay = async () => ({ paymentToken: await paymentToken(app, cards.visa) });
  const addOn = await member.call(quoteAddOn, { id, addOnId: 'data-2' });
  const bought = await member.call(buyAddOn, {
    id,
    quoteId: addOn.quoteId,
    idempotencyKey: freshKey(),
    ...(await pay()),
  });
  expect(bought.status).toBe('paid');
  const plan = await member.call(quotePlanChange, { id, planId: 'skiff-2', when: 'now' });
  const changed = await member.call(changePlan, {
    id,
    quoteId: plan.quoteId,
    idempotencyKey: freshKey(),
    ...(await pay()),
  });
  expect(changed.status).toBe('paid');
  await give(app, noa, member, id, 'user');
  const no = await member.refusal(quoteAddOn, { id, addOnId: 'data-2' });
  expect(no.problem.reason).toBe('holder_only');
  expect(await paidFor(id)).toHaveLength(2);
});

const press = (verb: string, orderId: string) =>
  runVerb(app.app, ['order', verb, orderId, '--by', 'Dana']);

test('[P04] a refund goes to the card that paid: its owner is told so, and the holder that it was not theirs', async () => {
  const { noa, member, id } = await due();
  const { orderId } = await member.call(renewLine, await renewInput(member, id));
  await press('refund', orderId);
  const told = await emailWhen(app, member.email, /^We refunded/);
  expect(told.text).toContain('that you paid');
  const holder = await emailWhen(app, noa.email, /^We refunded a payment for your/);
  expect(holder.text).toContain('Omar paid for');
  expect((await member.call(viewOrder, { id: orderId })).status).toMatch(/^refund/);
});

test('[P04] a refund as credit is the credit of who paid', async () => {
  const { noa, member, id } = await due();
  const { orderId } = await member.call(renewLine, await renewInput(member, id));
  await press('credit', orderId);
  expect((await member.call(viewCredit, {})).balance).toBeGreaterThan(0);
  expect((await noa.call(viewCredit, {})).balance).toBe(0);
});

test('[P04] the plan that a manager notes is told to the holder, who may not have asked for it', async () => {
  const { noa, member, id } = await due();
  const { quoteId } = await member.call(quotePlanChange, {
    id,
    planId: 'skiff-2',
    when: 'renewal',
  });
  await member.call(changePlan, { id, quoteId });
  const noted = await emailWhen(app, noa.email, /with the next payment/);
  expect(noted.text).toContain('in your account, which Omar has.');
  expect(noted.text).toContain('If neither you nor Omar did this');
  await member.call(undoPlanChange, { id });
  const kept = await emailWhen(app, noa.email, /keeps/);
  expect(kept.text).toMatch(/The plan change of your line .* was canceled/);
});
