import { blockLine } from '@portside/contract/line-block';
import { listLines } from '@portside/contract/lines';
import {
  bringNumber,
  cancelPortIn,
  listPortIns,
  resubmitPortIn,
  updatePortIn,
  viewPortIn,
} from '@portside/contract/port-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days } from '../clock.ts';
import { verbs } from '../operator/verbs.ts';
import { withLine } from '../testing/line-life.ts';
import { nextEmail } from '../testing/mailbox.ts';
import {
  advance,
  bring,
  buyPlanFor,
  draftOf,
  oldService,
  portInWhen,
  unlockNumber,
} from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { handlers } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[I09] with the old carrier’s details a number comes over in a few seconds, step by step', async () => {
  const customer = await newcomer(app);
  const answer = await bring(customer, '2125550112');
  expect(answer.message).toMatch(/Once your new SIM or eSIM QR code arrives/);
  const portIn = await portInWhen(app, customer, answer.portInId, 'completed');
  expect(portIn).toMatchObject({ waitsForPlan: false, attempts: 1, required: [] });
  expect(portIn.given.billingAccount).toBe(false);
  // Whoever looks rarely may miss the last step but one.
  const states = portIn.history.map((step) => step.status);
  expect(states.filter((one) => one !== 'awaiting_activation')).toEqual([
    'draft',
    'details_needed',
    'submitted',
    'pending',
    'completed',
  ]);
  await nextEmail(app, customer.email, /transferring \(212\) 555-0112/);
  await nextEmail(app, customer.email, /555-0112 is here/);
});

test('[I08] details are kept first and sent later, and never come back', async () => {
  const customer = await newcomer(app);
  await draftOf(customer, '2125550113');
  const saved = await customer.call(updatePortIn, {
    msisdn: '2125550113',
    oldService: { ...oldService, carrier: 'verizon' },
    accountDetails: { firstName: 'Noa', lastName: 'Other' },
  });
  expect(saved.status).toBe('draft');
  const portIn = await customer.call(viewPortIn, { id: saved.portInId });
  expect(portIn).toMatchObject({
    oldCarrier: 'verizon',
    required: [],
    given: { billingAccount: true, pinPassword: true, zipCode: false },
  });
  expect(JSON.stringify(portIn)).not.toContain(oldService.billingAccountNumber);
  const sent = await bring(customer, '2125550113', {
    tempSubscriptionId: saved.portInId,
    oldService: undefined,
  });
  await portInWhen(app, customer, sent.portInId, 'completed');
});

test('[G05] [I09] with our SIM card in hand it is submitted at once, without the old account', async () => {
  const customer = await newcomer(app);
  const tempSubscriptionId = await draftOf(customer, '2125550114');
  await buyPlanFor(customer, '2125550114', tempSubscriptionId);
  const direct = {
    msisdn: '2125550114',
    zipCode: '10038',
    isAttSim: true,
    tempSubscriptionId,
  };
  const foreign = await customer.refusal(bringNumber, { ...direct, iccid: '8901260000000000030' });
  expect(foreign.problem.errors?.map((one) => one.field)).toEqual([
    'billingAccount',
    'pinPassword',
  ]);
  const used = await customer.refusal(bringNumber, { ...direct, iccid: '8901410000000000039' });
  expect(used.problem).toMatchObject({
    reason: 'sim_in_use',
    message: 'This SIM is already in use. Check the number, or contact us.',
  });
  const iccid = '8901410000000000013';
  const sent = await customer.call(bringNumber, { ...direct, iccid });
  // No new SIM is on its way to who holds one.
  expect(sent.message).toMatch(/to the SIM card you have\. Put it in your phone/);
  expect(sent.message).not.toMatch(/Once your new SIM/);
  await portInWhen(app, customer, sent.portInId, 'completed');
  const { lines } = await customer.call(listLines, {});
  expect(lines).toMatchObject([{ mdn: '2125550114', iccid, simType: 'physical' }]);
});

test('[H06] [H07] account number and PIN have their sentences; a PIN with letters is warned about', async () => {
  const customer = await newcomer(app);
  const tempSubscriptionId = await draftOf(customer, '2125550115');
  const input = { msisdn: '2125550115', zipCode: '10038', tempSubscriptionId };
  const none = await customer.refusal(bringNumber, { ...input, oldService: {} });
  expect(none.problem.errors).toEqual([
    { field: 'billingAccount', message: 'Please enter Billing Account Number' },
    { field: 'pinPassword', message: 'Please enter your PIN Password' },
  ]);
  const short = await customer.refusal(bringNumber, {
    ...input,
    oldService: { ...oldService, billingAccountNumber: '12-34' },
  });
  expect(short.problem.errors).toEqual([
    { field: 'billingAccount', message: 'Please enter a valid Number' },
  ]);
  const odd = await customer.refusal(bringNumber, {
    ...input,
    oldService: { billingAccountNumber: 7, billingAccountPassword: ['x'] },
  });
  expect(odd.status).toBe(400);
  const lettered = await bring(customer, '2125550115', {
    tempSubscriptionId,
    oldService: { ...oldService, billingAccountPassword: 'anchor' },
  });
  expect(lettered.warning).toMatch(/digits only/);
});

test('[H06] [H07] [H29] what is left empty is named, all at once; what is not there is as it was', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550116';
  const tempSubscriptionId = await draftOf(customer, msisdn);
  const empty = { billingAccountNumber: ' ', billingAccountPassword: '' };
  const both = [
    { field: 'billingAccount', message: 'Please enter Billing Account Number' },
    { field: 'pinPassword', message: 'Please enter your PIN Password' },
  ];
  const saved = await customer.refusal(updatePortIn, { msisdn, oldService: empty });
  expect(saved).toMatchObject({ status: 400, problem: { errors: both } });
  const input = { msisdn, zipCode: '', tempSubscriptionId, oldService: empty };
  const brought = await customer.refusal(bringNumber, input);
  expect(brought.problem.errors).toEqual([
    { field: 'zipCode', message: 'Please enter 5 digit ZIP Code' },
    ...both,
  ]);
  const { billingAccountNumber, billingAccountPassword } = oldService;
  await customer.call(updatePortIn, { msisdn, oldService: { billingAccountNumber } });
  await customer.call(updatePortIn, { msisdn, oldService: { billingAccountPassword } });
  const { given } = await customer.call(viewPortIn, { id: tempSubscriptionId });
  expect(given).toMatchObject({ billingAccount: true, pinPassword: true });
});

test.each([
  ['2125550390', 'account_number', ['billingAccount'], { billingAccountNumber: '111222333' }],
  ['2125550391', 'transfer_pin', ['pinPassword'], { billingAccountPassword: '9999' }],
  ['2125550393', 'zip', ['zipCode', 'firstName', 'lastName'], { zipCode: '10039' }],
  [
    '2125550493',
    'zip',
    ['zipCode', 'firstName', 'lastName'],
    { firstName: 'Nora', lastName: 'New' },
  ],
])(
  '[I10] %s is rejected for %s; asked for just that, re-submitted it completes',
  async (msisdn, reason, required, fix) => {
    const customer = await newcomer(app);
    const { portInId } = await bring(customer, msisdn);
    const rejected = await portInWhen(app, customer, portInId, 'action_needed');
    expect(rejected).toMatchObject({ reason, required, canFix: true, attempts: 1 });
    await nextEmail(app, customer.email, /check your details/);
    const nothing = await customer.refusal(resubmitPortIn, { msisdn, oldService: {} });
    expect(nothing.problem.errors?.map((one) => one.field)).toEqual(required);
    await customer.call(resubmitPortIn, { msisdn, oldService: fix });
    const done = await portInWhen(app, customer, portInId, 'completed');
    expect(done).toMatchObject({ attempts: 2, reason: null });
    expect(done.history.map((step) => step.reason)).toContain(reason);
  },
);

test('[I10] a port lock takes two re-submits', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550392';
  const { portInId } = await bring(customer, msisdn);
  const locked = await portInWhen(app, customer, portInId, 'action_needed');
  expect(locked).toMatchObject({ reason: 'port_locked', required: ['lockOff'] });
  const on = await customer.refusal(resubmitPortIn, { msisdn, oldService: { lockOff: false } });
  expect(on.problem.errors?.[0]?.field).toBe('lockOff');
  await customer.call(resubmitPortIn, { msisdn, oldService: { lockOff: true } });
  await portInWhen(app, customer, portInId, 'action_needed');
  await customer.call(resubmitPortIn, { msisdn, oldService: { lockOff: true } });
  expect((await portInWhen(app, customer, portInId, 'completed')).attempts).toBe(3);
});

test('a delayed number waits until the old carrier moves, and nobody has to do anything', async () => {
  const customer = await newcomer(app);
  const { portInId } = await bring(customer, '2125550394');
  const delayed = await portInWhen(app, customer, portInId, 'delayed');
  expect(delayed.required).toEqual([]);
  await nextEmail(app, customer.email, /is taking a little longer/);
  expect(await advance(app, '2125550394')).toEqual({
    msisdn: '2125550394',
    status: 'awaiting_activation',
  });
  await portInWhen(app, customer, portInId, 'completed');
});

test('[I09] a carrier’s error at submit is reported at once; nothing was created, and it can be tried again', async () => {
  const customer = await newcomer(app);
  const tempSubscriptionId = await draftOf(customer, '2125550395');
  await buyPlanFor(customer, '2125550395', tempSubscriptionId);
  const input = { msisdn: '2125550395', zipCode: '10038', tempSubscriptionId, oldService };
  const refused = await customer.refusal(bringNumber, input);
  expect(refused.status).toBe(422);
  expect(refused.problem.reason).toBe('not_created');
  const failed = await customer.call(viewPortIn, { id: tempSubscriptionId });
  expect(failed).toMatchObject({ status: 'failed', reason: 'never_created', canCancel: false });
  expect(await draftOf(customer, '2125550395')).not.toBe(tempSubscriptionId);
  expect((await customer.refusal(bringNumber, input)).problem.reason).toBe('not_open');
});

test('[G08] [I10] Ines puts her account number right, and her number comes', async () => {
  const ines = await app.as('ines@example.com');
  const { portIns } = await ines.call(listPortIns, {});
  expect(portIns).toMatchObject([
    { msisdn: '2125550190', status: 'action_needed', reason: 'account_number' },
  ]);
  const waits = (await ines.call(listLines, {})).lines;
  expect(waits).toMatchObject([
    { mdn: '', status: 'pending', portIn: { msisdn: '2125550190', status: 'action_needed' } },
  ]);
  const waiting = await verbs['port-ins']?.run(app.app, [], {});
  expect(waiting).toMatch(/\(212\) 555-0190 {2}action_needed {2}account_number {2}1 submit/);
  await ines.call(resubmitPortIn, {
    msisdn: '2125550190',
    oldService: { ...oldService, firstName: 'Ines', lastName: 'Moreau' },
    accountDetails: { firstName: 'Ines', lastName: 'Moreau' },
    activationDetails: { simType: 'esim' },
  });
  await portInWhen(app, ines, portIns[0]?.id ?? '', 'completed');
  const { lines } = await ines.call(listLines, {});
  expect(lines).toMatchObject([{ mdn: '2125550190', status: 'active' }]);
  expect(lines[0]?.iccid).toMatch(/^890141/);
});

test('a port-in is cancelled while the old carrier holds the number, and not after', async () => {
  const customer = await newcomer(app);
  const draft = await draftOf(customer, '2125550118');
  expect((await customer.call(cancelPortIn, { id: draft })).status).toBe('cancelled');
  const { portInId } = await bring(customer, '2125550294');
  await portInWhen(app, customer, portInId, 'delayed');
  expect((await customer.call(cancelPortIn, { id: portInId })).status).toBe('cancelled');
  await nextEmail(app, customer.email, /stays where it is/);
  const done = await bring(customer, '2125550119');
  await portInWhen(app, customer, done.portInId, 'completed');
  const late = await customer.refusal(cancelPortIn, { id: done.portInId });
  expect(late.problem.reason).toBe('too_late');
});

test('a number for a line that is there takes the place of that line’s own', async () => {
  const lee = await app.as('lee@example.com');
  const { lines } = await lee.call(listLines, {});
  const lineId = lines[0]?.id ?? '';
  await unlockNumber(app, lineId);
  const { portInId } = await bring(lee, '3125550120', { lineId });
  const coming = await lee.call(listLines, {});
  expect(coming.lines[0]).toMatchObject({
    mdn: '3125550102',
    status: 'active',
    portIn: { id: portInId, msisdn: '3125550120' },
  });
  await portInWhen(app, lee, portInId, 'completed');
  const after = await lee.call(listLines, {});
  expect(after.lines[0]).toMatchObject({ mdn: '3125550120', status: 'active' });
  expect(after.lines[0]?.portIn).toBeUndefined();
  const omar = await app.as('omar@example.com');
  const stolen = await draftOf(omar, '3125550121');
  const input = { msisdn: '3125550121', zipCode: '10038', oldService, lineId };
  const refused = await omar.refusal(bringNumber, { ...input, tempSubscriptionId: stolen });
  expect(refused.status).toBe(404);
});

test('[K13] a number that comes to a blocked line is blocked at the carrier, too', async () => {
  const { noa, line } = await withLine(app);
  await unlockNumber(app, line.id);
  const { portInId } = await bring(noa, '3125550150', { lineId: line.id });
  await noa.call(blockLine, { id: line.id });
  await portInWhen(app, noa, portInId, 'completed');
  const after = await noa.call(listLines, {});
  expect(after.lines[0]).toMatchObject({ mdn: '3125550150', status: 'suspended' });
  const { carrier } = app.adapters;
  await app.eventually(
    async () => (await carrier.viewLine({ msisdn: '3125550150' })) === 'suspended' || undefined,
  );
});

test('a draft that nobody finished is closed after thirty days', async () => {
  const customer = await newcomer(app);
  const id = await draftOf(customer, '2125550122');
  app.clock.move(days(29));
  const expire = handlers.find((one) => one.job.name === 'expire-port-ins');
  const token = await app.as(customer.email, 'Anchor7!');
  await expire?.run(app.app, {});
  expect((await token.call(viewPortIn, { id })).status).toBe('draft');
  app.clock.move(days(2));
  await expire?.run(app.app, {});
  const later = await app.as(customer.email, 'Anchor7!');
  expect((await later.call(viewPortIn, { id })).status).toBe('expired');
});
