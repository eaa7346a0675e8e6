import { placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { bringNumber, cancelPortIn, viewPortIn } from '@portside/contract/port-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import type { Caller } from '../testing/caller.ts';
import { advance, buyPlanFor, draftOf, oldService, portInWhen } from '../testing/porting.ts';
import { nextEmail } from '../testing/mailbox.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
/** The numbers that the carrier was asked to fetch, and those it will not activate. */
const fetched: string[] = [];
const unwanted = new Set<string>();
/** The SIM that the carrier names with a number that is here, where that is not its own. */
let misnamed: string | undefined;

beforeAll(async () => {
  const moody = (carrier: CarrierPort): CarrierPort => ({
    ...carrier,
    submitPortIn(request) {
      fetched.push(request.msisdn);
      return carrier.submitPortIn(request);
    },
    async viewPortIn(ref) {
      const answer = await carrier.viewPortIn(ref);
      if (misnamed === undefined || !('iccid' in answer)) return answer;
      return { ...answer, iccid: misnamed };
    },
    activate(request) {
      if (!unwanted.has(request.msisdn ?? '')) return carrier.activate(request);
      return Promise.resolve({ kind: 'refused', ref: `no:${request.key}`, reason: 'other' });
    },
  });
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: moody(opened.carrier) }) },
  });
});
afterAll(() => app.close());

const zipCode = '10038';

/** A customer with a checked number, and an order that brings it with its details. */
async function bringing(msisdn: string) {
  const customer = await newcomer(app);
  const tempSubscriptionId = await draftOf(customer, msisdn);
  const cart = await fillCart(app);
  const pay = async (card: string, attempt = 1) =>
    customer.call(
      placeOrder,
      orderOf(cart, {
        idempotencyKey: `${cart.cartId}:${attempt}`,
        paymentToken: await paymentToken(app, card),
        portIn: { tempSubscriptionId, msisdn, zipCode, oldService },
      }),
    );
  const press = () => customer.call(bringNumber, { msisdn, zipCode, tempSubscriptionId });
  return { customer, pay, press, id: tempSubscriptionId, msisdn };
}

const linesOf = async (customer: Caller) => (await customer.call(listLines, {})).lines;

test('a number that is brought while its payment is checked is sent once that is paid, with a SIM', async () => {
  const { customer, pay, press, id, msisdn } = await bringing('9055550194');
  const { orderId, status } = await pay(cards.unknown);
  expect(status).toBe('placed');
  const pressed = await press();
  expect(pressed).toMatchObject({
    status: 'awaiting_plan',
    message:
      'We’re checking your payment. Once it’s settled, we’ll ask your old carrier for your number.',
  });
  expect(await customer.call(viewPortIn, { id })).toMatchObject({
    waitsForPlan: false,
    waitsForPayment: true,
    message: pressed.message,
  });
  expect(fetched).not.toContain(msisdn);
  await portInWhen(app, customer, id, 'delayed');
  await advance(app, msisdn);
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: msisdn, status: 'active' });
  expect(line?.iccid).toMatch(/^890141/);
  expect(await customer.call(viewPortIn, { id })).toMatchObject({
    status: 'completed',
    waitsForPayment: false,
    lineId: line?.id,
  });
  expect(fetched.filter((one) => one === msisdn)).toHaveLength(1);
});

test('after a declined payment the number waits as before; brought again and paid, it has a SIM', async () => {
  const { customer, pay, press, id, msisdn } = await bringing('9055550294');
  expect((await pay(cards.declined)).status).toBe('declined');
  const left = await customer.call(viewPortIn, { id });
  expect(left).toMatchObject({ status: 'draft', waitsForPlan: true, waitsForPayment: false });
  expect(await press()).toMatchObject({ status: 'awaiting_plan' });
  expect(fetched).not.toContain(msisdn);
  const { orderId } = await pay(cards.visa, 2);
  await portInWhen(app, customer, id, 'delayed');
  await advance(app, msisdn);
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: msisdn });
  expect(line?.iccid).toMatch(/^890141/);
});

test('a number whose order is being paid goes to no other line', async () => {
  const maya = await app.as('maya@example.com');
  const msisdn = '9055550141';
  const tempSubscriptionId = await draftOf(maya, msisdn);
  const input = { msisdn, zipCode, tempSubscriptionId };
  const { orderId } = await maya.call(
    placeOrder,
    orderOf(await fillCart(app), {
      paymentToken: await paymentToken(app, cards.unknown),
      portIn: { ...input, oldService },
    }),
  );
  const lineId = (await linesOf(maya))[0]?.id ?? '';
  const refused = await maya.refusal(bringNumber, { ...input, lineId });
  expect(refused.problem).toMatchObject({ reason: 'already_started' });
  const { line } = await orderWhen(app, maya, orderId, 'active');
  expect(line?.mdn).toBe(msisdn);
});

test('of two customers who bring one number one gets it; the other is told, and is charged for nothing', async () => {
  const [first, second] = [await bringing('5025550140'), await bringing('5025550140')];
  const { orderId } = await first.pay(cards.visa);
  const early = await second.customer.refusal(bringNumber, {
    msisdn: '5025550140',
    zipCode,
    tempSubscriptionId: second.id,
    oldService,
  });
  expect(['pending_elsewhere', 'number_taken']).toContain(early.problem.reason);
  await orderWhen(app, first.customer, orderId, 'active');
  const late = await second.customer.refusal(bringNumber, {
    msisdn: '5025550140',
    zipCode,
    tempSubscriptionId: second.id,
    oldService,
  });
  const sentence = 'This number can no longer be transferred. If it’s yours, please contact us.';
  expect(late.problem).toMatchObject({
    reason: 'number_taken',
    errors: [{ field: 'portIn', message: sentence }],
  });
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    portIn: { tempSubscriptionId: second.id, msisdn: '5025550140', zipCode },
  });
  expect((await second.customer.refusal(placeOrder, order)).problem).toMatchObject({
    reason: 'number_taken',
    errors: [{ field: 'yourNumber', message: sentence }],
  });
  expect(await linesOf(second.customer)).toEqual([]);
});

test('customers who pay for one number at once all have a line, and one of them the number', async () => {
  const msisdn = '5025550142';
  const buyers = [await bringing(msisdn), await bringing(msisdn), await bringing(msisdn)];
  const orders = await Promise.all(buyers.map(({ pay }) => pay(cards.unknown)));
  const lines = await Promise.all(
    buyers.map(async ({ customer }, at) => {
      const { line } = await orderWhen(app, customer, orders[at]?.orderId ?? '', 'active');
      return line;
    }),
  );
  expect(lines.filter((line) => line?.mdn === msisdn)).toHaveLength(1);
  for (const [at, line] of lines.entries()) {
    expect(line?.iccid).toMatch(/^890141/);
    if (line?.mdn === msisdn) continue;
    expect(line?.mdn).toMatch(/^\d{3}55501\d{2}$/);
    const mail = await nextEmail(app, buyers[at]?.customer.email ?? '', /couldn’t transfer/);
    expect(mail.text).toMatch(/it gets a new number/);
  }
});

test('at the same moment, each of them is paid for a line or refused before it is charged', async () => {
  const msisdn = '5025550149';
  const buyers = await Promise.all(Array.from({ length: 6 }, () => bringing(msisdn)));
  const orders = await Promise.allSettled(buyers.map(({ pay }) => pay(cards.visa)));
  const numbers: (string | undefined)[] = [];
  for (const [at, order] of orders.entries()) {
    const { customer } = buyers[at] ?? { customer: app.anyone };
    if (order.status === 'rejected') {
      expect(order.reason).toMatchObject({ status: 422, problem: { reason: 'number_taken' } });
      expect(await linesOf(customer)).toEqual([]);
      continue;
    }
    expect(order.value.status).toBe('paid');
    const { line } = await orderWhen(app, customer, order.value.orderId, 'active');
    numbers.push(line?.mdn);
  }
  expect(numbers.filter((one) => one === msisdn)).toHaveLength(1);
});

test('two orders of one customer with one number: the second line gets another, and an email says so', async () => {
  const { customer, pay, id, msisdn } = await bringing('9055550143');
  const first = await pay(cards.unknown);
  const second = await buyPlanFor(customer, msisdn, id, {
    paymentToken: await paymentToken(app, cards.unknown),
    besides: [first.orderId],
  });
  const ends = await Promise.all(
    [first, second].map(({ orderId }) => orderWhen(app, customer, orderId, 'active')),
  );
  const numbers = ends.map(({ line }) => line?.mdn);
  expect(numbers.filter((one) => one === msisdn)).toHaveLength(1);
  const mail = await nextEmail(
    app,
    customer.email,
    /gets a different number than \(905\) 555-0143/,
  );
  expect(mail.text).toMatch(/it gets a new number/);
});

test('a number called off while its payment is checked: the paid line gets another, with an email', async () => {
  const { customer, pay, id } = await bringing('9055550144');
  const { orderId } = await pay(cards.unknown);
  await customer.call(cancelPortIn, { id });
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line?.mdn).not.toBe('9055550144');
  await nextEmail(app, customer.email, /gets a different number/);
});

/** A number that came over without a line, as it could before. */
async function hereWithoutLine(customer: Caller, msisdn: string): Promise<string> {
  const id = await draftOf(customer, msisdn);
  await sql`update port_ins set status = 'completed', version = 3, attempt = 1
    where id = ${id}`.execute(app.app.db.query);
  return id;
}

test('a number that is here for two never stops an order: its line gets a different number', async () => {
  const msisdn = '5025550146';
  const [first, second] = [await newcomer(app), await newcomer(app)];
  const [one, two] = [await draftOf(first, msisdn), await hereWithoutLine(second, msisdn)];
  await sql`update lines set mdn = ${msisdn} where mdn = '3125550102'`.execute(app.app.db.query);
  const refused = await second.refusal(placeOrder, {
    ...orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) }),
    portIn: { tempSubscriptionId: two, msisdn, zipCode },
  });
  expect(refused.problem.reason).toBe('number_taken');
  // Taken only after the order was placed: the settling looks again.
  await sql`update lines set mdn = '3125550102' where mdn = ${msisdn}`.execute(app.app.db.query);
  const { orderId } = await buyPlanFor(second, msisdn, two, {
    paymentToken: await paymentToken(app, cards.unknown),
  });
  await sql`update lines set mdn = ${msisdn} where mdn = '3125550102'`.execute(app.app.db.query);
  const { line } = await orderWhen(app, second, orderId, 'active');
  expect(line?.mdn).not.toBe(msisdn);
  await nextEmail(app, second.email, /gets a different number/);
  const late = { msisdn, zipCode, tempSubscriptionId: one, oldService };
  expect((await first.refusal(bringNumber, late)).problem.reason).toBe('number_taken');
});

test.each([
  ['no SIM', '5025550151', async () => ''],
  [
    'the SIM of another line',
    '5025550152',
    async () => (await linesOf(await app.as('maya@example.com')))[0]?.iccid ?? '',
  ],
])('a number with which the carrier names %s gets one, and then the line works', async (...of) => {
  const [, msisdn, simOf] = of;
  const named = await simOf();
  const { customer, pay } = await bringing(msisdn);
  misnamed = named;
  const { orderId } = await pay(cards.visa);
  const mail = await nextEmail(app, customer.email, /is here/);
  expect(mail.text).toMatch(/We’re setting up your line with it/);
  misnamed = undefined;
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: msisdn });
  expect(line?.iccid).toMatch(/^890141/);
  expect(line?.iccid).not.toBe(named);
});

test('a number whose line the carrier refuses waits for another plan, and the money goes back', async () => {
  const msisdn = '5025550147';
  const customer = await newcomer(app);
  const id = await hereWithoutLine(customer, msisdn);
  unwanted.add(msisdn);
  const { orderId } = await buyPlanFor(customer, msisdn, id);
  await orderWhen(app, customer, orderId, 'refunded');
  expect(await customer.call(viewPortIn, { id })).toMatchObject({
    status: 'completed',
    lineId: null,
    waitsForPlan: true,
  });
  const mail = await nextEmail(app, customer.email, /555-0147 is here/);
  expect(mail.text).toMatch(/Choose a plan to use it/);
});
