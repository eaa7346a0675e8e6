import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { bringNumber } from '@portside/contract/port-in';
import { activateSim, checkSim } from '@portside/contract/sim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { draftOf, oldService, portInWhen } from '../testing/porting.ts';
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

const inUse = 'This SIM is already in use. Check the number, or contact us.';
const locked = 'This phone is locked to another carrier. Ask them to unlock it first.';
const lost = 'This phone was reported lost or stolen and can’t be activated.';

/** A number that comes along, with its details. */
async function bringing(customer: Caller, msisdn: string): Promise<Change> {
  const tempSubscriptionId = await draftOf(customer, msisdn);
  return { portIn: { tempSubscriptionId, msisdn, zipCode: '10038', oldService } };
}

async function ordered(change: Change, card: string = cards.visa) {
  return orderOf(await fillCart(app), { paymentToken: await paymentToken(app, card), ...change });
}

const nothingPaid = async (customer: Caller) =>
  (await customer.call(listTransactions, {})).transactions.length === 0;

const own = (iccid: string) => ({ simType: 'physical' as const, iccid });

test.each([
  ['a SIM in use', own('8901410000000000039'), 'sim_in_use', 'iccid', inUse, '2125550160'],
  ['a locked phone', { imei: '350000020000012' }, 'device_locked', 'imei', locked, '2125550161'],
  ['a lost phone', { imei: '350000030000011' }, 'device_blocked', 'imei', lost, '2125550162'],
])(
  '[G05] %s stops the order before anything is paid, with a number that comes along or without',
  async (_, change, reason, field, message, msisdn) => {
    const customer = await newcomer(app);
    for (const more of [{}, await bringing(customer, msisdn)]) {
      const { status, problem } = await customer.refusal(
        placeOrder,
        await ordered({ ...change, ...more }),
      );
      expect(status).toBe(422);
      expect(problem).toMatchObject({ reason, message, errors: [{ field, message }] });
    }
    expect(await nothingPaid(customer)).toBe(true);
    expect((await customer.call(listLines, {})).lines).toEqual([]);
  },
);

test('a SIM of somebody’s line is on no second line: not by an order, a check, a number or a card', async () => {
  const iccid = '8901410000000000161';
  const first = await newcomer(app);
  const bought = await first.call(placeOrder, await ordered(own(iccid)));
  const { line } = await orderWhen(app, first, bought.orderId, 'active');
  expect(line?.iccid).toBe(iccid);
  const second = await newcomer(app);
  const refused = await second.refusal(placeOrder, await ordered(own(iccid)));
  expect(refused.problem).toMatchObject({
    reason: 'sim_in_use',
    errors: [{ field: 'iccid', message: inUse }],
  });
  expect(await nothingPaid(second)).toBe(true);
  expect(await app.anyone.call(checkSim, { iccid })).toMatchObject({ inUse: true, message: inUse });
  const tempSubscriptionId = await draftOf(second, '2125550163');
  const direct = { msisdn: '2125550163', zipCode: '10038', tempSubscriptionId, iccid };
  expect((await second.refusal(bringNumber, direct)).problem.reason).toBe('sim_in_use');
  const waits = await second.call(
    placeOrder,
    await ordered({ simType: 'physical', ...(await bringing(second, '2125550163')) }),
  );
  const { line: waiting } = await second.call(viewOrder, { id: waits.orderId });
  const card = await second.refusal(activateSim, { id: waiting?.id ?? '', iccid });
  expect(card.problem).toMatchObject({
    reason: 'sim_in_use',
    errors: [{ field: 'iccid', message: inUse }],
  });
});

test('two orders with one SIM, both while the payment is checked: one line, and one refund', async () => {
  const iccid = '8901410000000000260';
  const buyers = await Promise.all(
    [1, 2].map(async () => {
      const customer = await newcomer(app);
      const order = await ordered(own(iccid), cards.unknown);
      return { customer, ...(await customer.call(placeOrder, order)) };
    }),
  );
  expect(buyers.map((one) => one.status)).toEqual(['placed', 'placed']);
  const ends = await Promise.all(
    buyers.map(({ customer, orderId }) => orderWhen(app, customer, orderId, 'active', 'refunded')),
  );
  expect(ends.map((one) => one.status).sort()).toEqual(['active', 'refunded']);
  const loser = buyers[ends.findIndex((one) => one.status === 'refunded')];
  await nextEmail(app, loser?.customer.email ?? '', /refunded/);
  expect((await loser?.customer.call(listLines, {}))?.lines).toEqual([]);
});

test('a SIM number that is not the carrier’s is no line’s: its buyer gets a new card', async () => {
  const iccid = '8901260000000000030';
  for (const msisdn of ['2125550164', '2125550165']) {
    const customer = await newcomer(app);
    const with_ = await bringing(customer, msisdn);
    const { orderId } = await customer.call(placeOrder, await ordered({ ...own(iccid), ...with_ }));
    const { line } = await customer.call(viewOrder, { id: orderId });
    expect(line).toMatchObject({ iccid: '', portIn: { status: 'details_needed' } });
  }
});

test('[H22] a mistyped SIM number is put right until it is sent to the carrier, and not after', async () => {
  const [wrong, right, other] = [
    '8901410000000000310',
    '8901410000000000328',
    '8901410000000000336',
  ];
  const customer = await newcomer(app);
  const msisdn = '2125550166';
  const tempSubscriptionId = await draftOf(customer, msisdn);
  const portIn = { tempSubscriptionId, msisdn, zipCode: '10038' };
  const bought = await ordered({ simType: 'physical', portIn });
  const { orderId } = await customer.call(placeOrder, bought);
  const id = (await customer.call(viewOrder, { id: orderId })).line?.id ?? '';
  await customer.call(activateSim, { id, iccid: wrong });
  await customer.call(activateSim, { id, iccid: right });
  expect((await customer.call(viewOrder, { id: orderId })).line).toMatchObject({ iccid: right });
  // The number that nobody has any more is somebody else's to use.
  expect(await app.anyone.call(checkSim, { iccid: wrong })).toMatchObject({ inUse: false });
  await customer.call(bringNumber, { msisdn, zipCode: '10038', tempSubscriptionId, oldService });
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: msisdn, iccid: right });
  const late = await customer.refusal(activateSim, { id, iccid: other });
  expect(late.problem.reason).toBe('sim_mismatch');
});

test('[I09] bringing the number again with another SIM corrects the one of the line', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550167';
  const order = await ordered({ simType: 'physical', ...(await bringing(customer, msisdn)) });
  const { orderId } = await customer.call(placeOrder, order);
  const tempSubscriptionId = order.portIn?.tempSubscriptionId ?? '';
  await portInWhen(app, customer, tempSubscriptionId, 'details_needed');
  const iccid = '8901410000000000344';
  const input = { msisdn, zipCode: '10038', tempSubscriptionId, iccid };
  const taken = await customer.refusal(bringNumber, { ...input, iccid: '8901410000000000039' });
  expect(taken.problem.errors).toEqual([{ field: 'iccid', message: inUse }]);
  const phone = { imei: '350000030000011' };
  const stolen = await customer.refusal(bringNumber, { ...input, activationDetails: phone });
  expect(stolen.problem).toMatchObject({
    reason: 'device_blocked',
    errors: [{ field: 'imei', message: lost }],
  });
  await customer.call(bringNumber, input);
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: msisdn, iccid });
});
