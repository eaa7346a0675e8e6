import { viewCoverage } from '@portside/contract/coverage';
import { placeOrder } from '@portside/contract/checkout';
import { listTransactions } from '@portside/contract/payments';
import {
  bringNumber,
  cancelPortIn,
  checkPortIn,
  listPortIns,
  resubmitPortIn,
  updatePortIn,
  viewPortIn,
} from '@portside/contract/port-in';
import { nameBrowser } from '@portside/contract/sessions';
import { checkDevice, checkSim } from '@portside/contract/sim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt } from '../testing/caller.ts';
import { advance, bring, buyFor, draftOf, oldService, portInWhen } from '../testing/porting.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const check = (msisdn: string, caller = app.anyone) =>
  caller.call(checkPortIn, { msisdn, zipCode: '10038' });

test.each([
  ['2125550180', 'not_portable'],
  ['2125550181', 'same_network'],
  ['2125550182', 'pending_elsewhere'],
  ['8005550100', 'not_portable'],
  ['8885550123', 'not_portable'],
])('[I07] %s is not eligible: %s, an answer and not an error', async (msisdn, reason) => {
  const answer = await check(msisdn);
  expect(answer).toMatchObject({ eligible: false, reason });
  expect(answer.message).not.toBe('');
  expect(answer.tempSubscriptionId).toBeUndefined();
});

test('[I07] [H08] an eligible number, however it is written, makes one draft, and again the same', async () => {
  const customer = await newcomer(app);
  const first = await check('+1 (212) 555-0110', customer);
  expect(first).toMatchObject({ eligible: true, message: 'Your number is eligible for port-in' });
  const again = await check('212.555.0110', customer);
  expect(again.tempSubscriptionId).toBe(first.tempSubscriptionId);
  const { portIns } = await customer.call(listPortIns, {});
  expect(portIns).toMatchObject([
    { status: 'draft', required: ['billingAccount', 'pinPassword'], canCancel: true },
  ]);
});

test('[H08] [H23] impossible numbers and a wrong ZIP Code have their sentences, all at once', async () => {
  const { problem, status } = await app.anyone.refusal(checkPortIn, {
    msisdn: '1115550100',
    zipCode: '1',
  });
  expect(status).toBe(400);
  expect(problem.errors).toEqual([
    { field: 'portIn', message: 'Please enter a valid number' },
    { field: 'zipCode', message: 'Please enter 5 digit ZIP Code' },
  ]);
  const empty = await app.anyone.refusal(checkPortIn, { msisdn: '', zipCode: '10038' });
  expect(empty.problem.errors).toEqual([
    { field: 'portIn', message: 'Please enter Port In Number' },
  ]);
  const nowhere = await app.anyone.call(checkPortIn, { msisdn: '2125550111', zipCode: '00000' });
  expect(nowhere).toMatchObject({ reason: 'no_coverage' });
});

test('a number of the account, and one that is on its way already, are told as such', async () => {
  const maya = await app.as('maya@example.com');
  expect(await check('2125550101', maya)).toMatchObject({ reason: 'already_yours' });
  const ines = await app.as('ines@example.com');
  const { portIns } = await ines.call(listPortIns, {});
  expect(await check('2125550190', ines)).toMatchObject({
    reason: 'already_started',
    portInId: portIns[0]?.id,
  });
});

test('another customer’s draft and port-in are not there, and a browser’s draft is the browser’s', async () => {
  const mine = await newcomer(app);
  const other = await newcomer(app);
  const id = await draftOf(mine, '2125550116');
  const input = { msisdn: '2125550116', zipCode: '10038', oldService, tempSubscriptionId: id };
  for (const refusal of [
    await other.refusal(bringNumber, input),
    await other.refusal(updatePortIn, { ...input, msisdn: '2125550116' }),
    await other.refusal(viewPortIn, { id }),
    await other.refusal(cancelPortIn, { id }),
    await other.refusal(resubmitPortIn, { msisdn: '2125550116', oldService }),
  ]) {
    expect(refusal.status).toBe(404);
  }
  const { mid } = await app.anyone.call(nameBrowser, {});
  const browser = callerAt(app.address, undefined, () => ({ 'x-mid': mid }));
  const draft = await draftOf(browser, '2125550117');
  const theirs = { ...input, msisdn: '2125550117', tempSubscriptionId: draft };
  expect((await other.refusal(bringNumber, theirs)).status).toBe(404);
  const loggedIn = callerAt(app.address, mine.token, () => ({ 'x-mid': mid }));
  const brought = await bring(loggedIn, '2125550117', { tempSubscriptionId: draft });
  await portInWhen(app, mine, brought.portInId, 'completed');
});

test.each([
  [checkPortIn, { msisdn: '2125550180', zipCode: '10038' }],
  [checkSim, { iccid: '8901410000000000013' }],
  [checkDevice, { imei: '350000000000014' }],
  [viewCoverage, { zipCode: '10005' }],
])(
  'a browser that asks too often is told to wait, and others are not: $name',
  async (call, input) => {
    const { mid } = await app.anyone.call(nameBrowser, {});
    const browser = callerAt(app.address, undefined, () => ({ 'x-mid': mid }));
    const many = Array.from({ length: 60 }, () => browser.call(call, input as never));
    await Promise.all(many);
    const { status, problem } = await browser.refusal(call, input);
    expect([status, problem.code, problem.message]).toEqual([
      429,
      'too_often',
      expect.stringMatching(/try again/),
    ]);
    await app.anyone.call(call, input);
  },
);

test('a number that somebody is bringing, or has brought, is nobody else’s to bring', async () => {
  const first = await newcomer(app);
  const second = await newcomer(app);
  const [a, b] = [await draftOf(first, '2125550194'), await draftOf(second, '2125550194')];
  await bring(first, '2125550194', { tempSubscriptionId: a });
  expect(await check('2125550194', second)).toMatchObject({ reason: 'pending_elsewhere' });
  const input = { msisdn: '2125550194', zipCode: '10038', oldService, tempSubscriptionId: b };
  expect((await second.refusal(bringNumber, input)).problem.reason).toBe('pending_elsewhere');
  await portInWhen(app, first, a, 'delayed');
  await advance(app, '2125550194');
  await portInWhen(app, first, a, 'completed');
  expect(await check('2125550194', second)).toMatchObject({ reason: 'same_network' });
  expect(await check('2125550194', first)).toMatchObject({ reason: 'already_yours' });
});

test('[I07] a stranger is told of a number what the carrier says, and nothing of our customers', async () => {
  const owner = await newcomer(app);
  const { portInId } = await buyFor(app, owner, '2125550294');
  await portInWhen(app, owner, portInId, 'delayed');
  const answers = await Promise.all(
    // Nobody's, in transit, rejected and waiting, a customer's.
    ['2125550152', '2125550294', '2125550190', '2125550101'].map((msisdn) => check(msisdn)),
  );
  const plain = answers.map(({ tempSubscriptionId, ...answer }) => {
    expect(tempSubscriptionId).toMatch(/^prt_/);
    return answer;
  });
  expect(new Set(plain.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(plain[0]).toEqual({
    eligible: true,
    message: 'Your number is eligible for port-in',
    required: ['billingAccount', 'pinPassword'],
  });
  expect(await check('2125550182')).toMatchObject({ reason: 'pending_elsewhere' });
  const omar = await app.as('omar@example.com');
  expect(await check('2125550101', omar)).toMatchObject({ reason: 'same_network' });
  expect(await check('2125550294', omar)).toMatchObject({ reason: 'pending_elsewhere' });
});

test('a draft of a number that is taken, made before the login, is refused before anything is paid', async () => {
  const { mid } = await app.anyone.call(nameBrowser, {});
  const browser = callerAt(app.address, undefined, () => ({ 'x-mid': mid }));
  const customer = await newcomer(app);
  const loggedIn = callerAt(app.address, customer.token, () => ({ 'x-mid': mid }));
  for (const msisdn of ['2125550101', '2125550294']) {
    const tempSubscriptionId = await draftOf(browser, msisdn);
    const portIn = { tempSubscriptionId, msisdn, zipCode: '10038', oldService };
    const token = await paymentToken(app, cards.visa);
    const order = orderOf(await fillCart(app), { paymentToken: token, portIn });
    const refused = await loggedIn.refusal(placeOrder, order);
    expect(refused.problem).toMatchObject({
      reason: 'number_taken',
      errors: [{ field: 'yourNumber' }],
    });
    const brought = await loggedIn.refusal(bringNumber, portIn);
    expect(brought.problem.reason).toMatch(/number_taken|pending_elsewhere/);
  }
  expect((await customer.call(listTransactions, {})).transactions).toEqual([]);
});

test('a customer asks about sixty numbers in an hour, from whichever browser', async () => {
  const customer = await newcomer(app);
  await Promise.all(Array.from({ length: 60 }, () => check('2125550180', customer)));
  const input = { msisdn: '2125550180', zipCode: '10038' };
  expect((await customer.refusal(checkPortIn, input)).status).toBe(429);
});
