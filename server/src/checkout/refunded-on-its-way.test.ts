import { placeOrder } from '@portside/contract/checkout';
import { cancelPortIn, listPortIns, viewPortIn } from '@portside/contract/port-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import { lineOf, passDays, passHours, renew } from '../testing/line-life.ts';
import { inTime } from '../testing/passing-time.ts';
import { playMail } from '../testing/new-sim.ts';
import { buyFor, orderFor, portInWhen } from '../testing/porting.ts';
import { emailWhen, newcomer, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function refunded(msisdn: string) {
  const noa = await newcomer(app);
  const { orderId, portInId } = await buyFor(app, noa, msisdn);
  const { line } = await orderWhen(app, noa, orderId, 'paid');
  await portInWhen(app, noa, portInId, 'submitted', 'delayed');
  expect((await runVerb(app.app, ['order', 'refund', orderId])).fine).toBe(true);
  await orderWhen(app, noa, orderId, 'refunded');
  return { noa, portInId, id: line?.id ?? '' };
}

test('[K14] [L20] a number whose order was refunded on its way arrives, brings no unpaid days, and is kept', async () => {
  const { noa, portInId, id } = await refunded('2125550171');
  await portInWhen(app, noa, portInId, 'completed');
  await passHours(app, 1);
  expect(await lineOf(noa, id)).toMatchObject({ status: 'suspended', mdn: '2125550171' });
  const { text } = await emailWhen(app, noa.email, /line .+ is paused/);
  expect(text).toContain('The days that you paid for were refunded, so your line');
  await renew(app, noa, id);
  expect(
    await inTime(app, async () => {
      const line = await lineOf(noa, id);
      return line.status === 'active' ? line.mdn : undefined;
    }),
  ).toBe('2125550171');
});

test('[K14] [L20] when the number of a refunded order does not come, its line ends and gets no other', async () => {
  const { noa, portInId, id } = await refunded('2125550294');
  await noa.call(cancelPortIn, { id: portInId });
  await portInWhen(app, noa, portInId, 'cancelled');
  expect(await lineOf(noa, id)).toMatchObject({ status: 'ended', mdn: '' });
  await passDays(app, 2);
  expect(await lineOf(noa, id)).toMatchObject({ status: 'ended', mdn: '', paidUntil: null });
  expect((await noa.call(viewPortIn, { id: portInId })).status).toBe('cancelled');
});

test('[K01] [K14] [L20] refunded before it is sent for, a number stays where it is, and no card is mailed for it', async () => {
  const noa = await newcomer(app);
  const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };
  const order = await orderFor(app, noa, '4155550131');
  const { orderId } = await noa.call(placeOrder, { ...order, simType: 'physical', shipping });
  const { line } = await orderWhen(app, noa, orderId, 'paid');
  const id = line?.id ?? '';
  const portIn = async () => (await noa.call(listPortIns, {})).portIns[0];
  expect(await portIn()).toMatchObject({ status: 'details_needed', attempts: 0 });
  expect((await runVerb(app.app, ['order', 'refund', orderId])).fine).toBe(true);
  await orderWhen(app, noa, orderId, 'refunded');
  expect(await portIn()).toMatchObject({ status: 'cancelled', attempts: 0 });
  expect(await lineOf(noa, id)).toMatchObject({ status: 'ended', mdn: '' });
  await emailWhen(app, noa.email, /415.+ stays where it is/);
  expect((await playMail(app, id, 'mailed')).status).toBe(409);
  await passDays(app, 20);
  expect(await portIn()).toMatchObject({ status: 'cancelled', attempts: 0 });
  expect(await lineOf(noa, id)).toMatchObject({ status: 'ended', paidUntil: null });
});
