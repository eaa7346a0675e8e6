import { listOpenOrders, placeOrder, viewOrder } from '@portside/contract/checkout';
import { viewUser } from '@portside/contract/account';
import { listActivity } from '@portside/contract/sessions';
import { listNeeds } from '@portside/contract/needs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { ownerOf } from '../http/who.ts';
import { runVerb } from '../operator/socket.ts';
import { handlers } from '../slices.ts';
import type { Caller } from '../testing/caller.ts';
import { placedAtOnce } from '../testing/buying-lines.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { listUnfinished } from './operator-actions.ts';
import { listStuck } from './stuck.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['api']) } });
});
afterEach(() => provider('none'));
afterAll(() => app.close());

async function provider(mode: 'down' | 'none') {
  const answer = await app.fetch('/sandbox/pay/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
  expect(answer.ok).toBe(true);
}

const db = () => app.app.db.query;
const statusOf = async (id: string) => {
  const { rows } = await sql<{
    status: string;
  }>`select status from orders where id = ${id}`.execute(db());
  return rows[0]?.status;
};

async function checked(customer: Caller) {
  const [lead = '', other = ''] = await placedAtOnce(app, customer, {
    meanwhile: () => provider('down'),
  });
  const { rows } = await sql<{ id: string; plan: string; cents: number }>`
    select id, quote->>'planName' as plan, (quote->'amounts'->>'finalCheckoutAmount')::int as cents
    from orders where id = any(${[lead, other]}::text[]) order by created_at, id`.execute(db());
  const [first, second] = rows as [(typeof rows)[0], (typeof rows)[0]];
  return {
    lead,
    other,
    item: `${first.plan}, ${second.plan}`,
    amount: (first.cents + second.cents) / 100,
    cents: first.cents + second.cents,
  };
}

test('[P03] a payment for several lines is open once, with its sum and all plans, and a second cart hears of it once', async () => {
  const customer = await newcomer(app);
  const { lead, item, amount } = await checked(customer);
  const { orders } = await customer.call(listOpenOrders, {});
  const { number, cartId } = await customer.call(viewOrder, { id: lead });
  await provider('none');
  const token = await paymentToken(app, cards.visa);
  await provider('down');
  expect(orders).toMatchObject([{ orderId: lead, number, cartId, status: 'placed', item, amount }]);
  const next = orderOf(await fillCart(app), { paymentToken: token });
  const { problem } = await customer.refusal(placeOrder, next);
  expect(problem).toMatchObject({ reason: 'payment_open', orders });
  expect(problem['orders']).toHaveLength(1);
  // Its own cart does not wait for itself, whichever of its orders is looked at.
  const again = orderOf(
    { ...(await fillCart(app)), cartId: cartId ?? '' },
    { paymentToken: token },
  );
  expect(
    await customer.call(placeOrder, { ...again, idempotencyKey: 'another-key-of-it' }),
  ).toMatchObject({
    orderId: lead,
    status: 'placed',
  });
});

test('[P03] each order of an unpaid purchase tells all of it, and how its one payment stands, to its customer alone', async () => {
  const customer = await newcomer(app);
  const { lead, other } = await checked(customer);
  const [first, second] = await Promise.all(
    [lead, other].map((id) => customer.call(viewOrder, { id })),
  );
  expect(first?.purchase?.map(({ orderId }) => orderId)).toEqual([lead, other]);
  expect(second?.purchase).toEqual(first?.purchase);
  expect(first?.purchase?.map(({ status }) => status)).toEqual(['placed', 'placed']);
  expect(second?.payment).toEqual(first?.payment);
  expect(second?.payment.orderId).toBe(lead);
  expect(second?.cartId).toBe(first?.cartId);
  const stranger = await newcomer(app);
  expect((await stranger.refusal(viewOrder, { id: other })).status).toBe(404);
});

test('[P03] an unpaid purchase hangs once, and is under way once, for staff and operators', async () => {
  const customer = await newcomer(app);
  const { lead, other, item, cents } = await checked(customer);
  const { id } = await customer.call(viewUser, {});
  const owner = ownerOf(6, id);
  app.clock.move(minutes(11));
  const stuck = (await listStuck(app.app, db())).filter(({ customerId }) => customerId === id);
  expect(stuck).toMatchObject([{ kind: 'placed', id: lead, about: item, amountCents: cents }]);
  expect(await listUnfinished(db(), owner)).toMatchObject([
    { id: lead, planName: item, amountCents: cents },
  ]);
  const { text } = await runVerb(app.app, ['order', 'show', other]);
  expect(text).toMatch(new RegExp(`bought with H-\\d+-\\d\\d ${lead} {2}placed .* the first one`));
  expect(text).not.toContain('no answer yet');
});

test('[P03] the sweep settles a purchase through its first order, once', async () => {
  const customer = await newcomer(app);
  const { lead, other } = await checked(customer);
  app.clock.move(minutes(3));
  await provider('none');
  const finish = handlers.find((one) => one.job.name === 'finish-orders');
  await finish?.run(app.app, {});
  expect(await statusOf(lead)).toBe('paid');
  const { rows } = await sql<{ owner: string }>`select owner_id as owner from sandbox_pay_charges
    where owner_id in (${lead}, ${other})`.execute(db());
  expect(rows).toEqual([{ owner: lead }]);
});

test('[P03] whoever settles or gives up one line that is not paid does it to the whole payment, and the account says for what', async () => {
  const customer = await newcomer(app);
  const [lead = '', other = ''] = await placedAtOnce(app, customer, { card: cards.confirms });
  const [open] = (await customer.call(listOpenOrders, {})).orders;
  expect(open).toMatchObject({ orderId: lead, status: 'confirm', redirectUrl: expect.any(String) });
  const { needs } = await customer.call(listNeeds, {});
  expect(needs.filter(({ code }) => code === 'bank_confirmation')).toMatchObject([
    { message: expect.stringContaining(open?.item ?? '') },
  ]);
  await runVerb(app.app, ['order', 'settle', other]);
  await runVerb(app.app, ['order', 'cancel', other]);
  expect(await statusOf(lead)).toBe('cancelled');
  const { activity } = await customer.call(listActivity, {});
  const told = activity.filter(
    ({ kind }) => kind === 'order_settled' || kind === 'order_cancelled',
  );
  expect(told).toHaveLength(2);
  for (const { message } of told) expect(message).toContain(open?.item);
});
