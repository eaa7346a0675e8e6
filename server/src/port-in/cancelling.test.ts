import { placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { bringNumber, cancelPortIn, resubmitPortIn, viewPortIn } from '@portside/contract/port-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierPortIn } from '../adapters/carrier/carrier-port-ins.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { days, minutes } from '../clock.ts';
import { verbs } from '../operator/verbs.ts';
import { breakCarrier, buyFor, oldService, orderFor, portInWhen } from '../testing/porting.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { newcomer, orderWhen } from '../testing/shopping.ts';
import { inTime } from '../testing/passing-time.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { handlers } from './jobs.ts';

let app: TestApp;
/** What the carrier answers to a cancel, where that is not the sandbox's own answer. */
let answersCancel: ((ref: string, carrier: CarrierPort) => Promise<CarrierPortIn>) | undefined;
/** Do the carrier's answers to a submit get lost? */
let losesAnswers = false;

beforeAll(async () => {
  const stubborn = (carrier: CarrierPort): CarrierPort => ({
    ...carrier,
    async submitPortIn(request) {
      const answer = await carrier.submitPortIn(request);
      if (losesAnswers) throw new OutsideFailure('carrier', 'unknown');
      return answer;
    },
    cancelPortIn: (ref) => answersCancel?.(ref, carrier) ?? carrier.cancelPortIn(ref),
  });
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: stubborn(opened.carrier) }) },
  });
});
afterAll(() => app.close());

const run = async (name: string) => {
  await handlers.find((one) => one.job.name === name)?.run(app.app, {});
};

async function atCarrier(msisdn: string): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`
    select status from sandbox_carrier_port_ins where msisdn = ${msisdn}`.execute(app.app.db.query);
  return rows.map((row) => row.status);
}

test('a wish to cancel while the carrier is down is kept, shown, and done when it is back', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550294';
  const { orderId, portInId: id } = await buyFor(app, customer, msisdn);
  await portInWhen(app, customer, id, 'delayed');
  await breakCarrier(app, 'down');
  const asked = await customer.call(cancelPortIn, { id });
  expect(asked).toMatchObject({ status: 'delayed', message: expect.stringMatching(/^We asked/) });
  expect(await customer.call(viewPortIn, { id })).toMatchObject({
    status: 'delayed',
    cancelAsked: true,
    canCancel: false,
    message: expect.stringMatching(/^We asked your old carrier to stop/),
  });
  expect((await customer.call(cancelPortIn, { id })).status).toBe('delayed');
  expect(await verbs['port-ins']?.run(app.app, [], {})).toMatch(/555-0294.*cancel asked/);
  await breakCarrier(app, 'none');
  const done = await portInWhen(app, customer, id, 'cancelled');
  expect(done).toMatchObject({
    cancelAsked: false,
    canCancel: false,
    message: 'You canceled this transfer.',
  });
  expect(await atCarrier(msisdn)).toEqual(['cancelled']);
  await nextEmail(app, customer.email, /stays where it is/);
  expect((await orderWhen(app, customer, orderId, 'active')).line?.mdn).not.toBe(msisdn);
});

test('what the carrier never heard of is cancelled without being sent, and a lost answer is looked for', async () => {
  const customer = await newcomer(app);
  const order = await orderFor(app, customer, '2125550150');
  await breakCarrier(app, 'down');
  await customer.call(placeOrder, order);
  const unsent = order.portIn?.tempSubscriptionId ?? '';
  await portInWhen(app, customer, unsent, 'submitted');
  await customer.call(cancelPortIn, { id: unsent });
  await breakCarrier(app, 'none');
  await portInWhen(app, customer, unsent, 'cancelled');
  expect(await atCarrier('2125550150')).toEqual([]);
  losesAnswers = true;
  const { portInId: lost } = await buyFor(app, customer, '2125550594');
  await inTime(app, async () => (await atCarrier('2125550594'))[0]);
  await breakCarrier(app, 'down');
  expect((await customer.call(cancelPortIn, { id: lost })).status).toBe('submitted');
  await breakCarrier(app, 'none');
  await portInWhen(app, customer, lost, 'cancelled');
  losesAnswers = false;
  expect(await atCarrier('2125550594')).toEqual(['cancelled']);
});

test('a cancel that is taken in and not done yet is no refusal: it is asked about until it is done', async () => {
  const customer = await newcomer(app);
  const { portInId: id } = await buyFor(app, customer, '2125550394');
  await portInWhen(app, customer, id, 'delayed');
  let times = 0;
  answersCancel = async (ref, carrier) => {
    times += 1;
    return times < 3 ? carrier.viewPortIn(ref) : carrier.cancelPortIn(ref);
  };
  const asked = await customer.call(cancelPortIn, { id });
  expect(asked).toMatchObject({ status: 'delayed', message: expect.stringMatching(/^We asked/) });
  await portInWhen(app, customer, id, 'cancelled');
  expect(times).toBeGreaterThanOrEqual(3);
  answersCancel = undefined;
});

test('a cancel that the number was quicker than ends with the number, and the email says so', async () => {
  const customer = await newcomer(app);
  const { orderId, portInId: id } = await buyFor(app, customer, '2125550494');
  await portInWhen(app, customer, id, 'delayed');
  answersCancel = async (ref) => ({ kind: 'completed', ref, iccid: '8901410000000000906' });
  const refused = await customer.refusal(cancelPortIn, { id });
  expect(refused.problem.reason).toBe('too_late');
  answersCancel = undefined;
  expect(await customer.call(viewPortIn, { id })).toMatchObject({
    status: 'completed',
    cancelAsked: false,
  });
  await orderWhen(app, customer, orderId, 'active');
  const mail = await nextEmail(app, customer.email, /is here/);
  expect(mail.text).toMatch(/You asked us to cancel/);
});

test('while a cancel is asked nothing is sent again', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550290';
  const { portInId: id } = await buyFor(app, customer, msisdn);
  await portInWhen(app, customer, id, 'action_needed');
  await breakCarrier(app, 'down');
  await customer.call(cancelPortIn, { id });
  expect(await customer.call(viewPortIn, { id })).toMatchObject({ required: [], canFix: false });
  const again = { msisdn, oldService: { billingAccountNumber: '111222333' } };
  expect((await customer.refusal(resubmitPortIn, again)).problem.reason).toBe('cancel_asked');
  const brought = { ...again, zipCode: '10038', tempSubscriptionId: id, oldService };
  expect((await customer.refusal(bringNumber, brought)).problem.reason).toBe('cancel_asked');
  await breakCarrier(app, 'none');
  expect((await portInWhen(app, customer, id, 'cancelled')).attempts).toBe(1);
});

test('a transfer that the carriers canceled is not said to be the customer’s doing, and how it goes on is', async () => {
  const customer = await newcomer(app);
  const { portInId: id } = await buyFor(app, customer, '3125550190');
  await portInWhen(app, customer, id, 'action_needed');
  const { rows } = await sql<{ ref: string }>`
    select carrier_ref as ref from port_ins where id = ${id}`.execute(app.app.db.query);
  await app.adapters.carrier.cancelPortIn(rows[0]?.ref ?? '');
  app.clock.move(minutes(11));
  await run('finish-port-ins');
  const { status, message } = await customer.call(viewPortIn, { id });
  expect(status).toBe('cancelled');
  expect(message).toBe(
    'Your old carrier or our network canceled this transfer. Your old line keeps working. You can check the number again, or contact us.',
  );
  const { text } = await nextEmail(app, customer.email, /stays where it is/);
  expect(text).toContain('Your old carrier or our network canceled the transfer');
  expect(text).toContain('check it again in your account');
  expect(text).not.toContain('If you didn’t ask for this');
});

/** A port-in that was rejected, and that nobody touched for a month. */
async function forgotten(msisdn: string) {
  const customer = await newcomer(app);
  const bought = await buyFor(app, customer, msisdn);
  await portInWhen(app, customer, bought.portInId, 'action_needed');
  app.clock.move(days(31));
  return { ...bought, customer: await app.as(customer.email, 'Anchor7!') };
}

test('expiry believes the carrier: a number that has arrived is the line’s number', async () => {
  const { customer, orderId, portInId: id } = await forgotten('2125550390');
  const { rows } = await sql<{ ref: string }>`
    select carrier_ref as ref from port_ins where id = ${id}`.execute(app.app.db.query);
  // Ines’ number is forgotten as long.
  answersCancel = async (ref, carrier) =>
    ref === rows[0]?.ref
      ? { kind: 'completed', ref, iccid: '8901410000000000914' }
      : carrier.cancelPortIn(ref);
  await run('expire-port-ins');
  answersCancel = undefined;
  expect((await customer.call(viewPortIn, { id })).status).toBe('completed');
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: '2125550390', iccid: '8901410000000000914' });
});

test('expiry waits for the carrier’s word: down, not done yet, then expired and not “cancelled”', async () => {
  const { customer, portInId: id } = await forgotten('2125550391');
  await breakCarrier(app, 'down');
  await run('expire-port-ins');
  const waits = await customer.call(viewPortIn, { id });
  expect(waits).toMatchObject({ status: 'action_needed', cancelAsked: true });
  // Before the carrier is back: the product looks for itself, too.
  answersCancel = (ref, carrier) => carrier.viewPortIn(ref);
  await breakCarrier(app, 'none');
  app.clock.move(minutes(11));
  await run('finish-port-ins');
  expect((await customer.call(viewPortIn, { id })).status).toBe('action_needed');
  answersCancel = undefined;
  await run('finish-port-ins');
  expect(await customer.call(viewPortIn, { id })).toMatchObject({
    status: 'expired',
    cancelAsked: false,
  });
  expect(await atCarrier('2125550391')).toEqual(['cancelled']);
  expect((await customer.call(listLines, {})).lines[0]?.portIn).toBeUndefined();
});
