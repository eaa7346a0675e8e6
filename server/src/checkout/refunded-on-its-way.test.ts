import { cancelPortIn, viewPortIn } from '@portside/contract/port-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import { lineOf, passDays, renew } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { inTime } from '../testing/passing-time.ts';
import { buyFor, portInWhen } from '../testing/porting.ts';
import { newcomer, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
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
  const { noa, portInId, id } = await refunded('2125550173');
  await portInWhen(app, noa, portInId, 'completed');
  const paused = await inTime(app, async () => {
    const line = await lineOf(noa, id);
    return line.status === 'suspended' ? line : undefined;
  });
  expect(paused.mdn).toBe('2125550173');
  const { text } = await emailWhen(app, noa.email, /line .+ is paused/);
  expect(text).toContain('The days that you paid for were refunded, so your line');
  await renew(app, noa, id);
  expect(
    await inTime(app, async () => {
      const line = await lineOf(noa, id);
      return line.status === 'active' ? line.mdn : undefined;
    }),
  ).toBe('2125550173');
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
