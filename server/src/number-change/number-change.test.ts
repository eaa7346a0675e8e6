import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { changeNumber } from '@portside/contract/number-change';
import { openPortOut } from '@portside/contract/port-out';
import { listTransactions } from '@portside/contract/payments';
import { listActivity } from '@portside/contract/sessions';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { suspendLine } from '../lines/suspension.ts';
import { handlers } from '../slices.ts';
import { lineOf, passDays, passHours, renew, withLine, type Noa } from '../testing/line-life.ts';
import {
  cards,
  emailWhen,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { mailedIccid, playMail } from '../testing/new-sim.ts';
import { draftOf, oldService } from '../testing/porting.ts';
import { activateSim } from '@portside/contract/sim';
import { placeOrder } from '@portside/contract/checkout';
import { inTime } from '../testing/passing-time.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const db = () => app.app.db.query;
const zipCode = '94105';
const prove = (noa: Noa) => noa.call(stepUp, { password: 'Anchor7!' });
const run = (name: string) => handlers.find((one) => one.job.name === name)?.run(app.app, {});

async function withOpenLine() {
  const made = await withLine(app);
  await made.noa.call(setLocks, { id: made.line.id, number: false });
  await passHours(app, 1);
  await prove(made.noa);
  return made;
}

test('[K18] a line gets a new number near a ZIP code, and the old one is given up', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn: old } = line;
  const { carrier } = app.adapters;
  const { mdn } = await noa.call(changeNumber, { id, zipCode });
  expect(mdn).toMatch(/^\d{10}$/);
  expect(mdn).not.toBe(old);
  expect(await lineOf(noa, id)).toMatchObject({ mdn, status: 'active', paidUntil: line.paidUntil });
  expect(await carrier.viewLine({ msisdn: mdn })).toBe('active');
  expect(await carrier.viewLine({ msisdn: old })).toBe('released');
  const { text } = await emailWhen(app, noa.email, /Your number is now/);
  expect(text).toContain('gone for good');
  const { activity } = await noa.call(listActivity, {});
  expect(activity[0]).toMatchObject({ kind: 'number_changed' });
  // It is free.
  const { transactions } = await noa.call(listTransactions, {});
  expect(transactions.map((one) => one.kind)).toEqual(['new_line']);
  // What comes after goes on with the new number.
  await passDays(app, 25);
  expect((await renew(app, noa, id)).status).toBe('paid');
  await prove(noa);
  await noa.call(openPortOut, { id });
});

test('[K18] once in 30 days', async () => {
  const { noa, line } = await withOpenLine();
  const { id } = line;
  await noa.call(changeNumber, { id, zipCode });
  await prove(noa);
  const { problem } = await noa.refusal(changeNumber, { id, zipCode });
  expect(problem.reason).toBe('too_soon');
  await passDays(app, 25);
  await renew(app, noa, id);
  await prove(noa);
  expect((await noa.refusal(changeNumber, { id, zipCode })).problem.reason).toBe('too_soon');
  await passDays(app, 5);
  await prove(noa);
  await noa.call(changeNumber, { id, zipCode });
});

test('[K18] a lost answer, or a crash, leaves one change that a job brings to its end', async () => {
  const { noa, line } = await withOpenLine();
  const { id, mdn: old } = line;
  const { carrier } = app.adapters;
  const change = carrier.changeNumber.bind(carrier);
  const lost = vi.spyOn(carrier, 'changeNumber').mockImplementation(async (request) => {
    await change(request);
    throw new OutsideFailure('carrier', 'unknown');
  });
  const answer = await noa.call(changeNumber, { id, zipCode });
  expect(answer.mdn).toBe(old);
  // Nothing else begins meanwhile.
  await prove(noa);
  const { problem } = await noa.refusal(changeNumber, { id, zipCode });
  expect(problem).toMatchObject({ reason: 'busy', with: 'number_change' });
  lost.mockRestore();
  await Promise.all([run('finish-number-changes'), run('finish-number-changes')]);
  const { mdn } = await lineOf(noa, id);
  expect(mdn).not.toBe(old);
  expect(await carrier.viewLine({ msisdn: old })).toBe('released');
  await emailWhen(app, noa.email, /Your number is now/);
  await run('finish-number-changes');
  const { rows } = await sql<{ subject: string }>`select subject from sandbox_mail
    where to_address = ${noa.email} and subject like 'Your number is now%'`.execute(db());
  expect(rows).toHaveLength(1);
  const { rows: changes } = await sql`
    select key from sandbox_carrier_number_changes where msisdn = ${old}`.execute(db());
  expect(changes).toHaveLength(1);
});

test('[K18] a line that was blocked meanwhile is blocked with its new number', async () => {
  const { noa, line } = await withOpenLine();
  const { id } = line;
  const { carrier } = app.adapters;
  const change = carrier.changeNumber.bind(carrier);
  vi.spyOn(carrier, 'changeNumber').mockImplementationOnce(async (request) => {
    const answer = await change(request);
    await app.app.db.transaction((tx) => suspendLine(app.app, tx, id, 'blocked'));
    return answer;
  });
  const { mdn } = await noa.call(changeNumber, { id, zipCode });
  await app.eventually(async () =>
    (await carrier.viewLine({ msisdn: mdn })) === 'suspended' ? true : undefined,
  );
  expect((await noa.call(viewLine, { id })).statusReason).toBe('blocked');
});

test('[K18] the carrier’s no leaves the number as it is', async () => {
  const { noa, line } = await withOpenLine();
  const { id } = line;
  const { carrier } = app.adapters;
  const change = carrier.changeNumber.bind(carrier);
  // The job asks for the same change beside the call.
  let first: string | undefined;
  vi.spyOn(carrier, 'changeNumber').mockImplementation((request) => {
    first ??= request.key;
    if (request.key !== first) return change(request);
    return Promise.resolve({ kind: 'refused', reason: 'no_numbers' });
  });
  const { problem } = await noa.refusal(changeNumber, { id, zipCode });
  expect(problem.reason).toBe('no_numbers');
  expect((await lineOf(noa, id)).mdn).toBe(line.mdn);
  // The line is free again.
  expect((await noa.call(changeNumber, { id, zipCode })).mdn).not.toBe(line.mdn);
});

test('[K18] a no for another reason is not called a want of numbers', async () => {
  const { noa, line } = await withOpenLine();
  const no = { kind: 'refused', reason: 'other' } as const;
  vi.spyOn(app.adapters.carrier, 'changeNumber').mockResolvedValue(no);
  const { problem } = await noa.refusal(changeNumber, { id: line.id, zipCode });
  expect(problem.reason).toBe('not_changed');
  const { text } = await emailWhen(app, noa.email, /stays/);
  expect(text).toContain('The network didn’t change your number');
});

test('[K18] who else heard the carrier’s no first changes nothing about its reason', async () => {
  const { noa, line } = await withOpenLine();
  const { id } = line;
  // The job has the answer that this call lost.
  let calls = 0;
  vi.spyOn(app.adapters.carrier, 'changeNumber').mockImplementation(async () => {
    calls += 1;
    if (calls > 1) return { kind: 'refused', reason: 'no_numbers' };
    await run('finish-number-changes');
    throw new OutsideFailure('carrier', 'unknown');
  });
  const { problem } = await noa.refusal(changeNumber, { id, zipCode });
  expect(problem.reason).toBe('no_numbers');
  const { text } = await emailWhen(app, noa.email, /stays/);
  expect(text).toContain('There is no free number near the ZIP Code');
});

test('[K18] a number that was brought with a SIM card can be changed, too', async () => {
  // Of an area from which no line of here gets its number.
  const msisdn = '3035550137';
  const noa = await newcomer(app);
  const tempSubscriptionId = await draftOf(noa, msisdn);
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    simType: 'physical',
    shipping: { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' },
    portIn: { tempSubscriptionId, msisdn, zipCode: '10038', oldService },
  });
  const { orderId } = await noa.call(placeOrder, order);
  const id = (await orderWhen(app, noa, orderId, 'paid')).line?.id ?? '';
  await playMail(app, id, 'mailed');
  await noa.call(activateSim, { id, iccid: await mailedIccid(app, id) });
  await inTime(app, async () => (await lineOf(noa, id)).status === 'active' || undefined);
  await noa.call(setLocks, { id, number: false });
  await passHours(app, 1);
  await prove(noa);
  expect((await noa.call(changeNumber, { id, zipCode })).mdn).not.toBe(msisdn);
});

test('[K18] a transfer PIN of the old number ends with it', async () => {
  const { noa, line } = await withOpenLine();
  const { id } = line;
  await noa.call(openPortOut, { id });
  expect((await noa.call(viewLine, { id })).transferPin).toBeDefined();
  const { mdn } = await noa.call(changeNumber, { id, zipCode });
  expect((await noa.call(viewLine, { id })).transferPin).toBeUndefined();
  const answer = await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn: mdn, step: 'request' }),
  });
  expect(answer.status).toBe(409);
});

test('[K18] not with the number lock on, without coverage, for a paused line or a stranger', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const reason = async (zip = zipCode) =>
    (await noa.refusal(changeNumber, { id, zipCode: zip })).problem.reason;
  expect(await reason()).toBe('number_locked');
  await noa.call(setLocks, { id, number: false });
  await passHours(app, 1);
  await prove(noa);
  expect(await reason('00000')).toBe('no_coverage');
  await passDays(app, 31);
  await prove(noa);
  expect(await reason()).toBe('not_active');
  const stranger = await newcomer(app);
  expect((await stranger.refusal(changeNumber, { id, zipCode })).status).toBe(404);
});

test('[K18] [K24] a new number needs a fresh proof, and is not for support', () => {
  expect(changeNumber).toMatchObject({ freshProof: true, notForAgents: true });
});
