import { setEmergencyAddress } from '@portside/contract/emergency-address';
import { actionOf } from '@portside/contract/endpoint';
import { viewLine } from '@portside/contract/line-detail';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import { setLocks } from '@portside/contract/line-locks';
import type { Line } from '@portside/contract/lines';
import { openPortOut } from '@portside/contract/port-out';
import { confirmEmail, editUser } from '@portside/contract/account';
import { viewEsim } from '@portside/contract/sim';
import {
  askLoginCode,
  askPasskeyOptions,
  enterLoginCode,
  stepUp,
} from '@portside/contract/sign-in';
import { endOtherSessions } from '@portside/contract/sessions';
import { replaceSim } from '@portside/contract/sim-replacement';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { addLine, passHours, withLine, type Noa } from '../testing/line-life.ts';
import { nextCode } from '../testing/mailbox.ts';
import { unlockNumber } from '../testing/porting.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterEach(() => setProof('device'));
afterAll(() => app.close());

/** Somebody with two lines. */
let two: { noa: Noa; line: Line; other: Line };
beforeAll(async () => {
  const { noa, line } = await withLine(app);
  two = { noa, line, other: await addLine(app, noa) };
});

/** The demo brand asks less than one that says nothing. */
const setProof = (moveProof: 'another' | 'device') =>
  Object.assign(app.app.brands.first.lines, { moveProof });

const place = {
  streetNumber: '120',
  streetName: 'Fulton Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

const wants = async (noa: Noa, [endpoint, input]: Parameters<Noa['refusal']>) =>
  (await noa.refusal(endpoint, input)).problem.reason;

test('[K15] [K17] [K19] a proof is used up by one action on a line, and the next one asks again', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await proving(noa);
  await noa.call(setLocks, { id, sim: false, number: false });
  expect(await wants(noa, [setEmergencyAddress, { id, ...place }])).toBe('proof_required');
  await proving(noa);
  await noa.call(setEmergencyAddress, { id, ...place });
  expect(await wants(noa, [endLine, { id }])).toBe('proof_required');
  await proving(noa);
  await noa.call(endLine, { id });
  await noa.call(undoEndLine, { id });
  expect(await wants(noa, [endLine, { id }])).toBe('proof_required');
});

test('[K15] of two actions at once with one proof, one is done', async () => {
  const { noa, line, other } = two;
  await proving(noa);
  const done = await Promise.allSettled(
    [line, other].map(({ id }) => app.with(noa.token ?? '').call(setLocks, { id, sim: false })),
  );
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  // Whichever it was: both are locked again for the tests below.
  for (const { id } of [line, other]) await noa.call(setLocks, { id, sim: true });
});

test('[K16] an action that is refused leaves the proof for the next try', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await proving(noa);
  expect(await wants(noa, [openPortOut, { id }])).toBe('number_locked');
  await unlockNumber(app, id);
  expect((await noa.call(openPortOut, { id })).transferPin).toMatch(/^\d{6}$/);
  expect(await wants(noa, [openPortOut, { id }])).toBe('proof_required');
});

test('[K16] a proof that names its action is for that action on that line alone', async () => {
  const { noa, line, other } = two;
  await unlockNumber(app, line.id);
  await unlockNumber(app, other.id);
  const action = actionOf(openPortOut, { id: line.id });
  await noa.call(stepUp, { password: 'Anchor7!', action });
  expect(await wants(noa, [openPortOut, { id: other.id }])).toBe('proof_required');
  expect(await wants(noa, [setLocks, { id: line.id, sim: false }])).toBe('proof_required');
  await noa.call(openPortOut, { id: line.id });
});

test('[K17] a proof for something else, or for another line, ends no line, and one for it ends it once', async () => {
  // Of the first one a transfer PIN is open.
  const { noa, line: other, other: line } = two;
  const { id } = line;
  for (const action of [
    actionOf(setEmergencyAddress, { id }),
    actionOf(openPortOut, { id }),
    actionOf(endLine, { id: other.id }),
  ]) {
    await noa.call(stepUp, { password: 'Anchor7!', action });
    expect([action, await wants(noa, [endLine, { id }])]).toEqual([action, 'proof_required']);
  }
  await noa.call(stepUp, { password: 'Anchor7!', action: actionOf(endLine, { id }) });
  expect(await wants(noa, [setEmergencyAddress, { id, ...place }])).toBe('proof_required');
  await noa.call(endLine, { id });
  expect(await wants(noa, [endLine, { id: other.id }])).toBe('proof_required');
});

test('[I17] [K16] a proof that names an action on a line opens no settings: neither an address nor a passkey is added with it', async () => {
  const { noa, line } = await withLine(app);
  await unlockNumber(app, line.id);
  app.clock.move(minutes(11));
  const action = actionOf(openPortOut, { id: line.id });
  await noa.call(stepUp, { password: 'Anchor7!', action });
  expect(await wants(noa, [editUser, { email: `other-${noa.email}` }])).toBe('proof_required');
  expect(await wants(noa, [askPasskeyOptions, {}])).toBe('proof_required');
  expect(await wants(noa, [endOtherSessions, {}])).toBe('proof_required');
  await noa.call(openPortOut, { id: line.id });
  await noa.call(stepUp, { password: 'Anchor7!', action: actionOf(editUser, {}) });
  await noa.call(editUser, { email: `other-${noa.email}` });
});

test('an eSIM is looked at again while it is set up, which uses up no proof', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const action = actionOf(viewEsim, { id });
  await noa.call(stepUp, { password: 'Anchor7!', action });
  await noa.call(viewEsim, { id });
  await noa.call(viewEsim, { id });
  expect(await wants(noa, [setLocks, { id, sim: false }])).toBe('proof_required');
});

/** Customers of a while: their addresses were confirmed more than a day ago. */
const ofLongAgo: { noa: Noa; id: string }[] = [];
beforeAll(async () => {
  for (let at = 0; at < 3; at += 1) {
    const { noa, line } = await withLine(app);
    await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
    ofLongAgo.push({ noa, id: line.id });
  }
  await passHours(app, 25);
});

function oneOfLongAgo(moveProof: 'another' | 'device') {
  setProof(moveProof);
  const one = ofLongAgo.pop();
  if (!one) throw new Error('There are no more');
  return one;
}

test('[K14] [K15] [K16] [K17] who came with the password alone moves nothing with it and ends no line, where there is an older address', async () => {
  const { noa, id } = oneOfLongAgo('another');
  await proving(noa);
  const { problem } = await noa.refusal(setLocks, { id, sim: false });
  expect(problem).toMatchObject({ reason: 'proof_required', by: ['code'] });
  expect(await wants(noa, [openPortOut, { id }])).toBe('proof_required');
  expect(await wants(noa, [replaceSim, { id, simType: 'esim' }])).toBe('proof_required');
  expect(await wants(noa, [viewEsim, { id }])).toBe('proof_required');
  expect(await wants(noa, [endLine, { id }])).toBe('proof_required');
  // What moves no number is confirmed by it.
  await noa.call(setEmergencyAddress, { id, ...place });
  await noa.call(stepUp, {});
  await noa.call(stepUp, { otp: await nextCode(app, noa.email, /code/i) });
  await noa.call(setLocks, { id, sim: false });
  expect((await noa.call(viewLine, { id })).locks.sim.offAt).toBeDefined();
});

async function byMail(email: string) {
  await app.anyone.call(askLoginCode, { email });
  const otp = await nextCode(app, email, /log in|code/i);
  return app.with((await app.anyone.call(enterLoginCode, { email, otp })).token);
}

test('[K15] who came with a code of the mailbox says the password, or the other way around', async () => {
  const { noa, id } = oneOfLongAgo('another');
  const byCode = await byMail(noa.email);
  await byCode.call(stepUp, {});
  await byCode.call(stepUp, { otp: await nextCode(app, noa.email, /code/i) });
  const { problem } = await byCode.refusal(setLocks, { id, sim: false });
  expect(problem).toMatchObject({ reason: 'proof_required', by: ['password'] });
  await byCode.call(stepUp, { password: 'Anchor7!' });
  await byCode.call(setLocks, { id, sim: false });
});

test('[K15] the password alone is enough while there is nothing else that is older than a day', async () => {
  setProof('another');
  const { noa, line } = await withLine(app);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  app.clock.move(minutes(11));
  await proving(noa);
  await noa.call(setLocks, { id: line.id, sim: false });
});

test('[K15] a brand may leave the mailbox out: then only a passkey or an app is asked for', async () => {
  const { noa, id } = oneOfLongAgo('device');
  await proving(noa);
  await noa.call(setLocks, { id, sim: false });
});
