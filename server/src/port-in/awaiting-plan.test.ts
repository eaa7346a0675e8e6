import { placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import {
  bringNumber,
  cancelPortIn,
  checkPortIn,
  resubmitPortIn,
  updatePortIn,
  viewPortIn,
} from '@portside/contract/port-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann } from '../adapters/carrier/carrier-world.suite.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { days } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import {
  advance,
  bring,
  buyPlanFor,
  draftOf,
  oldService,
  portInWhen,
  unlockNumber,
} from '../testing/porting.ts';
import { nextEmail } from '../testing/mailbox.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { handlers } from './jobs.ts';

let app: TestApp;
/** The numbers that the carrier was asked to fetch. */
const fetched: string[] = [];

beforeAll(async () => {
  const listening = (carrier: CarrierPort): CarrierPort => ({
    ...carrier,
    submitPortIn(request) {
      fetched.push(request.msisdn);
      return carrier.submitPortIn(request);
    },
  });
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: listening(opened.carrier) }) },
  });
});
afterAll(() => app.close());

const planNeeded = /We haven’t sent anything to your old carrier yet. Choose a plan/;

/** A number without a line whose details are all there. */
async function waiting(msisdn: string) {
  const customer = await newcomer(app);
  const tempSubscriptionId = await draftOf(customer, msisdn);
  const input = { msisdn, zipCode: '10038', tempSubscriptionId };
  const answer = await customer.call(bringNumber, { ...input, oldService });
  return { customer, input, answer, portInId: tempSubscriptionId };
}

test('[I09] without a paid line nothing is sent: the answer says so, and the number waits for a plan', async () => {
  const { customer, input, answer, portInId } = await waiting('2125550150');
  expect(answer).toMatchObject({
    portInId,
    status: 'awaiting_plan',
    message: expect.stringMatching(planNeeded),
  });
  const again = await customer.call(bringNumber, input);
  expect(again).toMatchObject({ status: 'awaiting_plan' });
  expect(again.message).toMatch(planNeeded);
  expect(await customer.call(viewPortIn, { id: portInId })).toMatchObject({
    status: 'awaiting_plan',
    message: expect.stringMatching(planNeeded),
    waitsForPlan: true,
    canCancel: true,
    attempts: 0,
    lineId: null,
  });
  // Details can still be put right, and the check finds it again.
  const changed = await customer.call(updatePortIn, { ...input, oldService });
  expect(changed.status).toBe('awaiting_plan');
  const checked = await customer.call(checkPortIn, { msisdn: '2125550150', zipCode: '10038' });
  expect(checked).toMatchObject({ eligible: true, tempSubscriptionId: portInId });
  expect(fetched).not.toContain('2125550150');
});

test('[G05] [I09] our own SIM card without a line waits for a plan too, and the plan’s line has it', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550151';
  const tempSubscriptionId = await draftOf(customer, msisdn);
  const iccid = '8901410000000001516';
  const direct = { msisdn, zipCode: '10038', isAttSim: true, tempSubscriptionId };
  const answer = await customer.call(bringNumber, { ...direct, iccid });
  expect(answer).toMatchObject({ status: 'awaiting_plan' });
  expect(fetched).not.toContain(msisdn);
  const { orderId } = await buyPlanFor(customer, msisdn, tempSubscriptionId, {
    simType: 'physical',
  });
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: msisdn, iccid });
});

test('[G05] a plan with an eSIM does without the card, so the old carrier’s details are asked', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550152';
  const tempSubscriptionId = await draftOf(customer, msisdn);
  const iccid = '8901410000000001524';
  await customer.call(bringNumber, { msisdn, zipCode: '10038', tempSubscriptionId, iccid });
  await buyPlanFor(customer, msisdn, tempSubscriptionId);
  const asked = await customer.call(viewPortIn, { id: tempSubscriptionId });
  expect(asked).toMatchObject({
    status: 'details_needed',
    required: ['billingAccount', 'pinPassword'],
  });
  expect(fetched).not.toContain(msisdn);
});

test('a waiting number goes along with the next order, and is sent once that is paid', async () => {
  const { customer, portInId } = await waiting('2125550153');
  const { orderId } = await buyPlanFor(customer, '2125550153', portInId);
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: '2125550153', status: 'active' });
  expect(line?.iccid).toMatch(/^890141/);
  const done = await portInWhen(app, customer, portInId, 'completed');
  expect(done).toMatchObject({ lineId: line?.id, waitsForPlan: false, attempts: 1 });
  expect(done.history.map((step) => step.status)).toContain('awaiting_plan');
});

test('a waiting number can go to a line that is there, and to no second one', async () => {
  const maya = await app.as('maya@example.com');
  const lineId = (await maya.call(listLines, {})).lines[0]?.id ?? '';
  await unlockNumber(app, lineId);
  const msisdn = '2125550194';
  const { portInId, message } = await bring(maya, msisdn, { lineId });
  expect(message).toMatch(/to the line you have\. It keeps its SIM/);
  await portInWhen(app, maya, portInId, 'delayed');
  const input = { msisdn, zipCode: '10038', tempSubscriptionId: portInId };
  const repeated = await maya.call(bringNumber, { ...input, lineId });
  expect(repeated).toMatchObject({ status: 'delayed' });
  expect(repeated.message).not.toMatch(/We’re transferring/);
  await proving(maya, 'Harbor1!');
  const other = await maya.refusal(bringNumber, { ...input, lineId: 'lin_other' });
  expect(other.problem).toMatchObject({
    reason: 'already_started',
    message: 'This number is already on its way. Your account shows its progress.',
  });
});

test('a number that a line cannot have now is tied to none', async () => {
  const lee = await app.as('lee@example.com');
  const lineId = (await lee.call(listLines, {})).lines[0]?.id ?? '';
  await unlockNumber(app, lineId);
  const msisdn = '2125550294';
  const tempSubscriptionId = await draftOf(lee, msisdn);
  const other = await newcomer(app);
  const theirs = await bring(other, msisdn);
  const input = { msisdn, zipCode: '10038', tempSubscriptionId, oldService, lineId };
  expect((await lee.refusal(bringNumber, input)).problem.reason).toBe('pending_elsewhere');
  expect(await lee.call(viewPortIn, { id: tempSubscriptionId })).toMatchObject({
    status: 'draft',
    lineId: null,
  });
  await portInWhen(app, other, theirs.portInId, 'delayed');
  await other.call(cancelPortIn, { id: theirs.portInId });
  expect(await lee.call(bringNumber, input)).toMatchObject({
    message: expect.stringMatching(/^We’re transferring your number/),
  });
});

test('a number that nobody finds a plan for is closed after thirty days, with an email', async () => {
  const { customer, portInId } = await waiting('2125550154');
  const expire = handlers.find((one) => one.job.name === 'expire-port-ins');
  const secrets = async () => {
    const { rows } = await sql<{ sealed: string | null }>`
      select sealed_details as sealed from port_ins where id = ${portInId}`.execute(
      app.app.db.query,
    );
    return rows[0]?.sealed;
  };
  app.clock.move(days(29));
  await expire?.run(app.app, {});
  expect(await secrets()).toMatch(/./);
  app.clock.move(days(2));
  await expire?.run(app.app, {});
  const later = await app.as(customer.email, 'Anchor7!');
  expect(await later.call(viewPortIn, { id: portInId })).toMatchObject({ status: 'expired' });
  expect(await secrets()).toBeNull();
  const mail = await nextEmail(app, customer.email, /closed the transfer of \(212\) 555-0154/);
  expect(mail.text).toMatch(/erased what we had about your old carrier/);
  expect(fetched).not.toContain('2125550154');
});

test('a waiting number is canceled at once, and the carrier is never told', async () => {
  const { customer, portInId } = await waiting('2125550155');
  expect(await customer.call(cancelPortIn, { id: portInId })).toMatchObject({
    status: 'cancelled',
  });
  expect(fetched).not.toContain('2125550155');
});

/** As it could stand before: at the carrier, without a line or a SIM. */
async function sentWithoutLine(customer: Caller, msisdn: string): Promise<string> {
  const id = await draftOf(customer, msisdn);
  await customer.call(updatePortIn, { msisdn, oldService });
  const made = await app.adapters.carrier.submitPortIn({
    key: `${id}:1`,
    customer: ann,
    msisdn,
    zipCode: '10038',
    oldAccount: { accountNumber: '998877665', pin: '4321' },
    subscriber: { firstName: 'Noa', lastName: 'Newcomer' },
  });
  const ref = 'ref' in made ? made.ref : '';
  await sql`update port_ins set status = 'pending', version = 1, attempt = 1, carrier_ref = ${ref}
    where id = ${id}`.execute(app.app.db.query);
  return id;
}

const settleAll = () =>
  handlers.find((one) => one.job.name === 'finish-port-ins')?.run(app.app, {});

/** The same once the carrier has answered, whatever became of the news of it. */
function settledWhen(customer: Caller, id: string, status: 'completed' | 'action_needed') {
  return app.eventually(async () => {
    app.clock.move(660_000);
    await settleAll();
    const portIn = await customer.call(viewPortIn, { id });
    return portIn.status === status ? portIn : undefined;
  });
}

test('a number rejected without a line is not sent again before there is one; its line has a SIM', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550690';
  const id = await sentWithoutLine(customer, msisdn);
  await settledWhen(customer, id, 'action_needed');
  const fix = { msisdn, oldService: { billingAccountNumber: '111222333' } };
  expect(await customer.call(resubmitPortIn, fix)).toMatchObject({
    status: 'awaiting_plan',
    message: expect.stringMatching(planNeeded),
  });
  expect(await customer.call(viewPortIn, { id })).toMatchObject({ attempts: 1 });
  const { orderId } = await buyPlanFor(customer, msisdn, id);
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: msisdn });
  expect(line?.iccid).toMatch(/^890141/);
});

test('one rejected without a line is called off at the carrier, too', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550691';
  const id = await sentWithoutLine(customer, msisdn);
  await settledWhen(customer, id, 'action_needed');
  await customer.call(resubmitPortIn, { msisdn, oldService: { billingAccountPassword: '99887' } });
  expect(await customer.call(cancelPortIn, { id })).toMatchObject({ status: 'cancelled' });
  const lost = { key: `${id}:1`, msisdn, customer: ann };
  expect(await app.adapters.carrier.findPortIn(lost)).toMatchObject({
    kind: 'cancelled',
  });
});

test('a number that came without a line goes onto the line of the next order, and no other', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550143';
  const id = await sentWithoutLine(customer, msisdn);
  const here = await settledWhen(customer, id, 'completed');
  expect(here).toMatchObject({ waitsForPlan: true, lineId: null });
  const { orderId } = await buyPlanFor(customer, msisdn, id);
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: msisdn });
  const again = await customer.refusal(
    placeOrder,
    orderOf(await fillCart(app), {
      paymentToken: await paymentToken(app, cards.visa),
      portIn: { tempSubscriptionId: id, msisdn, zipCode: '10038' },
    }),
  );
  expect(again.problem).toMatchObject({ reason: 'port_in_ended' });
  expect((await customer.call(listLines, {})).lines).toHaveLength(1);
});

test('a number sent without a SIM that an order takes along on its way is set up like any other line', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550794';
  const id = await sentWithoutLine(customer, msisdn);
  const { orderId } = await buyPlanFor(customer, msisdn, id);
  await portInWhen(app, customer, id, 'delayed');
  await advance(app, msisdn);
  await settledWhen(customer, id, 'completed');
  const mail = await nextEmail(app, customer.email, /555-0794 is here/);
  expect(mail.text).toMatch(/We’re setting up your line with it/);
  const { line } = await orderWhen(app, customer, orderId, 'active');
  expect(line).toMatchObject({ mdn: msisdn });
  expect(line?.iccid).toMatch(/^890141/);
});

test('a number that comes while another line has it fails with a reason, and keeps no job busy', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550894';
  const id = await sentWithoutLine(customer, msisdn);
  await portInWhen(app, customer, id, 'delayed');
  const { query } = app.app.db;
  await sql`update lines set mdn = ${msisdn} where mdn = '3125550102'`.execute(query);
  await advance(app, msisdn);
  const ended = await portInWhen(app, customer, id, 'failed');
  expect(ended).toMatchObject({ reason: 'same_network', waitsForPlan: false });
  await nextEmail(app, customer.email, /couldn’t transfer \(212\) 555-0894/);
  await sql`update lines set mdn = '3125550102' where mdn = ${msisdn}`.execute(query);
});
