import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { bringNumber, cancelPortIn, listPortIns, viewPortIn } from '@portside/contract/port-in';
import { activateSim } from '@portside/contract/sim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bring, draftOf, oldService, portInWhen } from '../testing/porting.ts';
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
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

type Change = Partial<Parameters<typeof orderOf>[1]>;

async function buyWith(msisdn: string, portIn: object, change: Change = {}) {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const tempSubscriptionId = await draftOf(customer, msisdn);
  const { orderId } = await customer.call(
    placeOrder,
    orderOf(cart, {
      paymentToken: await paymentToken(app, cards.visa),
      portIn: { tempSubscriptionId, msisdn, zipCode: '10038', ...portIn },
      ...change,
    }),
  );
  return { customer, orderId, portInId: tempSubscriptionId };
}

test('[I23] a number that comes with the order is the line’s number, without a stopover', async () => {
  const { customer, orderId, portInId } = await buyWith('2125550140', { oldService });
  const waiting = await customer.call(viewOrder, { id: orderId });
  expect(waiting.line).toMatchObject({ mdn: '', portIn: { id: portInId, msisdn: '2125550140' } });
  const order = await orderWhen(app, customer, orderId, 'active');
  expect(order.line).toMatchObject({ mdn: '2125550140', status: 'active' });
  expect(order.line?.iccid).toMatch(/^890141/);
  expect(order.line?.portIn).toBeUndefined();
  const done = await portInWhen(app, customer, portInId, 'completed');
  expect(done).toMatchObject({ lineId: order.line?.id, waitsForPlan: false });
});

test('details can come after the order: the line waits, and the email says what is missing', async () => {
  const { customer, orderId, portInId } = await buyWith('2125550141', {});
  const portIn = await portInWhen(app, customer, portInId, 'details_needed');
  expect(portIn.required).toEqual(['billingAccount', 'pinPassword']);
  const { line } = await customer.call(viewOrder, { id: orderId });
  expect(line).toMatchObject({ status: 'pending', portIn: { status: 'details_needed' } });
  await nextEmail(app, customer.email, /What we need to transfer/);
  await bring(customer, '2125550141', { tempSubscriptionId: portInId });
  const order = await orderWhen(app, customer, orderId, 'active');
  expect(order.line?.mdn).toBe('2125550141');
});

test('a number that does not come after all is replaced by a new one: the line is paid for', async () => {
  const { customer, orderId, portInId } = await buyWith('2125550195', { oldService });
  const order = await orderWhen(app, customer, orderId, 'active');
  expect(order.line?.mdn).toMatch(/^\d{3}55501\d{2}$/);
  expect(order.line?.mdn).not.toBe('2125550195');
  expect(await customer.call(viewPortIn, { id: portInId })).toMatchObject({
    status: 'failed',
    reason: 'never_created',
  });
  const mail = await nextEmail(app, customer.email, /couldn’t transfer/);
  expect(mail.text).toMatch(/it gets a new number/);
  const called = await buyWith('2125550294', { oldService });
  await portInWhen(app, called.customer, called.portInId, 'delayed');
  await called.customer.call(cancelPortIn, { id: called.portInId });
  await orderWhen(app, called.customer, called.orderId, 'active');
});

test('a number with a SIM card by post is not fetched before the card is there', async () => {
  const physical: Change = { simType: 'physical' };
  const { customer, orderId, portInId } = await buyWith('2125550142', { oldService }, physical);
  const waits = await portInWhen(app, customer, portInId, 'details_needed');
  expect(waits.required).toEqual(['iccid']);
  const { line } = await customer.call(viewOrder, { id: orderId });
  const id = line?.id ?? '';
  const refusal = async (iccid?: string) =>
    (await customer.refusal(activateSim, { id, ...(iccid && { iccid }) })).problem;
  expect(await refusal()).toMatchObject({ reason: 'iccid_needed' });
  expect(await refusal('8901410000000000039')).toMatchObject({ reason: 'sim_in_use' });
  expect(await refusal('8901260000000000030')).toMatchObject({ reason: 'sim_unknown' });
  expect((await refusal('12')).errors).toEqual([
    { field: 'iccid', message: 'ICCID number should be 18-22 digits' },
  ]);
  const typed = { id, iccid: '8901 4100 0000 0000 013F' };
  const stranger = await app.as('omar@example.com');
  expect((await stranger.refusal(activateSim, typed)).status).toBe(404);
  const answer = await customer.call(activateSim, typed);
  expect(answer).toMatchObject({ iccid: '8901410000000000013' });
  const order = await orderWhen(app, customer, orderId, 'active');
  expect(order.line).toMatchObject({ mdn: '2125550142', iccid: '8901410000000000013' });
  expect(await customer.call(activateSim, { id })).toMatchObject({
    message: 'This is the right SIM card, and your line is active.',
  });
  expect(await refusal('8901410000000000021')).toMatchObject({ reason: 'sim_mismatch' });
});

test('[H23] somebody else’s draft, another number and wrong details stop the order before it is paid', async () => {
  const owner = await newcomer(app);
  const tempSubscriptionId = await draftOf(owner, '2125550144');
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  const order = (portIn: object) =>
    orderOf(cart, {
      paymentToken: token,
      portIn: { tempSubscriptionId, msisdn: '2125550144', zipCode: '10038', ...portIn },
    });
  expect((await customer.refusal(placeOrder, order({}))).status).toBe(404);
  const other = await owner.refusal(placeOrder, order({ msisdn: '2125550145' }));
  expect(other.problem).toMatchObject({
    reason: 'other_number',
    errors: [{ field: 'yourNumber', message: 'Please check this number first.' }],
  });
  const wrong = await owner.refusal(
    placeOrder,
    order({ msisdn: '12', oldService: { billingAccountNumber: '1' } }),
  );
  expect(wrong.problem.errors).toEqual([
    { field: 'yourNumber', message: 'Please enter a valid number' },
    { field: 'billingAccount', message: 'Please enter a valid Number' },
  ]);
  expect((await owner.call(listPortIns, {})).portIns[0]?.status).toBe('draft');
  expect((await owner.refusal(bringNumber, { msisdn: '', zipCode: '' })).status).toBe(400);
});
