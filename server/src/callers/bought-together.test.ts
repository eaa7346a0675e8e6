import { viewUser } from '@portside/contract/account';
import { viewOrder } from '@portside/contract/checkout';
import { viewPaidOrder } from '@portside/contract/console/approvals';
import { viewCustomer } from '@portside/contract/console/customers';
import { searchConsole } from '@portside/contract/console/search';
import { startVerification } from '@portside/contract/console/verification';
import { listLines } from '@portside/contract/lines';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBooks } from '../checkout/customer-books.ts';
import { ownerOf } from '../http/who.ts';
import { runVerb } from '../operator/socket.ts';
import type { Caller } from '../testing/caller.ts';
import { give } from '../testing/given-line.ts';
import { boughtAtOnce } from '../testing/buying-lines.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
let customer: Caller;
let id: string;
let orders: string[];
beforeAll(async () => {
  app = await openTestApp();
  agent = await app.staff('agent');
  customer = await newcomer(app);
  orders = await boughtAtOnce(app, customer);
  ({ id } = await customer.call(viewUser, {}));
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
});
afterAll(() => app.close());

const seen = () => Promise.all(orders.map((one) => customer.call(viewOrder, { id: one })));
const back = (orderId: string, status: string) =>
  sql`update orders set status = ${status} where id = ${orderId}`.execute(app.app.db.query);

test('[P03] each order of a paid purchase tells all its lines, and the one payment', async () => {
  const views = await seen();
  const [first] = views;
  expect(first?.purchase).toHaveLength(3);
  expect(first?.purchase?.map(({ orderId }) => orderId)).toEqual(orders);
  for (const [index, view] of views.entries()) {
    expect(view.purchase).toEqual(first?.purchase);
    expect(view.transaction?.id).toBe(first?.transaction?.id);
    const own = view.purchase?.[index];
    expect(own).toMatchObject({
      number: view.number,
      status: 'active',
      line: { id: view.line?.id },
    });
    expect(view.payment.orderId).toBe(view.orderId);
  }
  expect(new Set(views.map(({ line }) => line?.id)).size).toBe(3);
});

test('[P03] a line that is paid back is that alone: the payment stands, and says which line it was', async () => {
  const [, second = ''] = orders;
  await back(second, 'refunded');
  const [first, given] = await seen();
  expect(first?.payment.status).toBe('paid');
  expect(given).toMatchObject({ status: 'refunded', payment: { status: 'paid' } });
  expect(given?.payment.message).toContain(`Line 2, ${given?.purchase?.[1]?.item}`);
  expect(first?.purchase?.map(({ status }) => status)).toEqual(['active', 'refunded', 'active']);
  const page = await agent.call(viewCustomer, { id });
  expect(page.payments[0]?.parts?.map(({ status }) => status)).toEqual([
    'paid',
    'refunded',
    'paid',
  ]);
  await back(second, 'refund_failed');
  const { orders: underWay } = await agent.call(viewCustomer, { id });
  expect(underWay).toMatchObject([{ id: second, status: 'refund_failed' }]);
  expect(underWay[0]?.boughtWith?.map((one) => one.id)).toEqual([orders[0], orders[2]]);
  await back(second, 'paid');
});

test('[L04] [P03] the customer’s page has one payment with an order for each line; one line is no list', async () => {
  const page = await agent.call(viewCustomer, { id });
  expect(page.payments).toHaveLength(1);
  const views = await seen();
  expect(page.payments[0]).toMatchObject({
    orderId: orders[0],
    parts: views.map(({ orderId, number, purchase }) => ({
      id: orderId,
      number,
      item: purchase?.find((one) => one.orderId === orderId)?.item,
      amount: purchase?.find((one) => one.orderId === orderId)?.amount,
      status: 'paid',
    })),
  });
  const maya = await app.as('maya@example.com');
  const { id: hers } = await maya.call(viewUser, {});
  await agent.call(startVerification, { id: hers, how: 'ticket', reference: 'HELP-2' });
  for (const one of (await agent.call(viewCustomer, { id: hers })).payments) {
    expect(one).not.toHaveProperty('parts');
  }
});

test('[L08] [P03] what a refund may give back is of one line; the others are named', async () => {
  const [, second = ''] = orders;
  const view = await customer.call(viewOrder, { id: second });
  const own = view.purchase?.find(({ orderId }) => orderId === second);
  const paid = await agent.call(viewPaidOrder, { id: second });
  expect(paid).toMatchObject({ item: own?.item, paid: own?.amount, left: own?.amount });
  expect(paid.boughtWith?.map((one) => one.id)).toEqual([orders[0], orders[2]]);
});

test('[L03] [P03] each line’s number finds its own order, for staff and operators', async () => {
  for (const view of await seen()) {
    const { results } = await agent.call(searchConsole, { q: view.number ?? '' });
    expect(results).toMatchObject([{ kind: 'order', id: view.orderId, customerId: id }]);
    const { text } = await runVerb(app.app, ['order', 'show', view.number ?? '']);
    expect(text).toContain(`Order ${view.number} ${view.orderId}  paid`);
    expect(text.match(/bought with/g)).toHaveLength(2);
    const sum = view.purchase?.reduce((cents, one) => cents + Math.round(one.amount * 100), 0);
    expect(text).toContain(`one payment for 3 lines: $${((sum ?? 0) / 100).toFixed(2)}`);
    expect(text).toContain(view.line?.id);
  }
});

test('[P03] the customer’s books agree, line by line', async () => {
  const books = await customerBooks(app.app, ownerOf(6, id));
  expect(books.off).toBe(0);
  const views = await seen();
  const sum = views[0]?.purchase?.reduce((cents, one) => cents + Math.round(one.amount * 100), 0);
  expect(books.paid).toBe(sum);
});

test('[P03] [P04] who was given one of the lines sees nothing of the holder’s purchase', async () => {
  const manager = await newcomer(app);
  const [, line] = (await customer.call(listLines, {})).lines;
  await give(app, customer, manager, line?.id ?? '', 'manager');
  for (const order of orders) {
    expect((await manager.refusal(viewOrder, { id: order })).status).toBe(404);
  }
  // Nor does the holder see more of it there than on the line's own page.
  const [first, second] = await seen();
  expect(first?.purchase).toHaveLength(3);
  const given = first?.purchase?.find((part) => part.line?.id === line?.id);
  expect(given?.line).toEqual(second?.line);
});
