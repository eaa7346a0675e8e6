import { dateAlone } from '@portside/contract/formats';
import { resubmitPortIn, viewPortIn } from '@portside/contract/port-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierPortIn } from '../adapters/carrier/carrier-port-ins.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { hours, seconds } from '../clock.ts';
import { verbs } from '../operator/verbs.ts';
import { advance, buyFor, portInWhen } from '../testing/porting.ts';
import type { Caller } from '../testing/caller.ts';
import { allEmailsSent, nextEmail } from '../testing/mailbox.ts';
import { newcomer, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { handlers } from './jobs.ts';

let app: TestApp;
/** The trouble that the carrier's system has, where it is another one than the sandbox's. */
let reason: 'schedule' | undefined;
let updates = 0;

beforeAll(async () => {
  const troubled = (carrier: CarrierPort): CarrierPort => ({
    ...carrier,
    async viewPortIn(ref): Promise<CarrierPortIn> {
      const answer = await carrier.viewPortIn(ref);
      return answer.kind === 'rejected' && reason ? { ...answer, reason } : answer;
    },
    updatePortIn(update) {
      updates += 1;
      return carrier.updatePortIn(update);
    },
  });
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: troubled(opened.carrier) }) },
  });
});
afterAll(() => app.close());

const run = async (name: string, payload: object) => {
  await handlers.find((one) => one.job.name === name)?.run(app.app, payload);
};

/** The quarter of an hour is over: what the job does then, until the carrier has answered. */
async function tryAgain(customer: Caller, id: string) {
  const { attempts } = await customer.call(viewPortIn, { id });
  await run('retry-port-in', { id, attempt: attempts });
  for (const _ of ['sent', 'answered']) {
    await run('settle-port-in', { id, attempt: attempts + 1 });
    app.clock.move(seconds(2));
  }
  return portInWhen(app, customer, id, 'delayed');
}

test('a carrier’s own trouble is one email, not one for each try; another trouble is another', async () => {
  const customer = await newcomer(app);
  const { portInId: id } = await buyFor(app, customer, '2125550197');
  const first = await portInWhen(app, customer, id, 'delayed');
  expect(first).toMatchObject({ reason: 'carrier_system', stuck: false, attempts: 1 });
  for (const attempts of [2, 3, 4]) {
    expect((await tryAgain(customer, id)).attempts).toBe(attempts);
  }
  await nextEmail(app, customer.email, /is taking a little longer/);
  const longer = async () => {
    await allEmailsSent(app);
    const all = await app.emails(customer.email);
    return all.filter((one) => /is taking a little longer/.test(one.subject)).length;
  };
  expect(await longer()).toBe(1);
  const { history } = await customer.call(viewPortIn, { id });
  expect(history.filter((step) => step.status === 'delayed')).toHaveLength(1);
  reason = 'schedule';
  expect((await tryAgain(customer, id)).reason).toBe('schedule');
  reason = undefined;
  await nextEmail(app, customer.email, /is taking a little longer/);
  expect(await longer()).toBe(2);
});

test('a delay has a day, in the email as on the page, and once it has passed, no day is told', async () => {
  const customer = await newcomer(app);
  const { portInId: id } = await buyFor(app, customer, '2125550294');
  const { delay, history } = await portInWhen(app, customer, id, 'delayed');
  const since = history.findLast((step) => step.status === 'delayed')?.at ?? '';
  expect(delay).toEqual({
    until: new Date(Date.parse(since) + hours(48)).toISOString(),
    isOver: false,
  });
  const brand = app.app.brands.first;
  const { text } = await nextEmail(app, customer.email, /is taking a little longer/);
  const day = dateAlone(new Date(delay?.until ?? ''), brand.timeZone, 'en');
  expect(text).toContain(`If it isn’t here by ${day}, call us at ${brand.support.phone}`);
  app.clock.move(hours(49));
  expect((await customer.call(viewPortIn, { id })).delay?.isOver).toBe(true);
});

test('after a day of tries it stops, says so, and stands among what is stuck until somebody goes on', async () => {
  const customer = await newcomer(app);
  const { portInId: id, orderId } = await buyFor(app, customer, '2125550297');
  await portInWhen(app, customer, id, 'delayed');
  app.clock.move(hours(23));
  expect((await tryAgain(customer, id)).stuck).toBe(false);
  app.clock.move(hours(1));
  const stuck = await tryAgain(customer, id);
  expect(stuck).toMatchObject({
    stuck: true,
    reason: 'carrier_system',
    canCancel: true,
    message: expect.stringMatching(/so we stopped for now/),
  });
  const mail = await nextEmail(app, customer.email, /can’t get through/);
  expect(mail.text).toMatch(/have us try again/);
  const line = (await verbs['port-ins']?.run(app.app, [], {})) ?? '';
  expect(line).toMatch(/555-0297 {2}delayed {2}carrier_system .*stuck after a day of tries/);
  const sent = updates;
  app.clock.move(hours(5));
  await run('retry-port-in', { id, attempt: stuck.attempts });
  expect(updates).toBe(sent);
  // The customer, and the operator too, can let it be tried for another day.
  await customer.call(resubmitPortIn, { msisdn: '2125550297' });
  const again = await portInWhen(app, customer, id, 'delayed');
  expect(again).toMatchObject({ stuck: false, attempts: stuck.attempts + 1 });
  await expect(verbs['port-ins']?.run(app.app, ['retry', id], {})).rejects.toThrow(/not stuck/);
  app.clock.move(hours(25));
  expect((await tryAgain(customer, id)).stuck).toBe(true);
  expect(await verbs['port-ins']?.run(app.app, ['retry', id], {})).toContain('is sent again');
  await portInWhen(app, customer, id, 'delayed');
  await advance(app, '2125550297');
  expect((await orderWhen(app, customer, orderId, 'active')).line?.mdn).toBe('2125550297');
  const done = await customer.call(viewPortIn, { id });
  expect(done).toMatchObject({ status: 'completed', stuck: false });
});
