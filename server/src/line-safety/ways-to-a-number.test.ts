import { changeEmail, confirmEmail, editUser } from '@portside/contract/account';
import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import type { Line } from '@portside/contract/lines';
import { changeNumber } from '@portside/contract/number-change';
import { bringNumber, resubmitPortIn } from '@portside/contract/port-in';
import { openPortOut } from '@portside/contract/port-out';
import { endSafetyPause, viewSafety } from '@portside/contract/safety';
import { endOtherSessions } from '@portside/contract/sessions';
import {
  changePassword,
  denyChange,
  forgotPassword,
  resetPassword,
  stepUp,
} from '@portside/contract/sign-in';
import { replaceSim } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import { lineOf, passHours, withLine } from '../testing/line-life.ts';
import { allEmailsSent, nextCode, nextEmail, nextLinkToken, readAll } from '../testing/mailbox.ts';
import { withOpenSim } from '../testing/new-sim.ts';
import { draftOf, oldService, portInWhen, unlockNumber } from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** A number that the old carrier gives at once, checked for somebody who has a line. */
async function bringing(msisdn: string) {
  const { noa, line } = await withLine(app);
  const tempSubscriptionId = await draftOf(noa, msisdn);
  const input = { msisdn, zipCode: '10038', tempSubscriptionId, oldService, lineId: line.id };
  return { noa, line, id: line.id, input };
}

test('[K15] [I09] in a stolen browser no number takes the place of a line’s own: it needs a proof, and the number lock off', async () => {
  const { noa, line, id, input } = await bringing('3125550130');
  const locked = await noa.refusal(bringNumber, input);
  expect(locked.problem).toMatchObject({ reason: 'number_locked' });
  expect(locked.problem.message).toMatch(/Turn it off on the line’s page/);
  await unlockNumber(app, id);
  app.clock.move(minutes(11));
  expect((await noa.refusal(bringNumber, input)).problem.reason).toBe('proof_required');
  expect(await lineOf(noa, id)).toMatchObject({ mdn: line.mdn, status: 'active' });
  expect((await lineOf(noa, id)).portIn).toBeUndefined();
});

test('[I09] the email about a number that comes names the number that is given up for it', async () => {
  const { noa, line, id, input } = await bringing('3125550131');
  await unlockNumber(app, id);
  const { portInId } = await noa.call(bringNumber, input);
  const own = `(${line.mdn.slice(0, 3)}) ${line.mdn.slice(3, 6)}-${line.mdn.slice(6)}`;
  expect((await nextEmail(app, noa.email, /We’re transferring/)).text).toContain(
    `It takes the place of ${own}`,
  );
  await portInWhen(app, noa, portInId, 'completed');
  expect((await nextEmail(app, noa.email, /is here/)).text).toContain(
    `It took the place of ${own}`,
  );
});

test('[K15] [I10] a refused transfer is not sent again onto a line whose number lock is on, nor without a proof', async () => {
  const { noa, line, id, input } = await bringing('9175550190');
  await unlockNumber(app, id);
  const { portInId } = await noa.call(bringNumber, input);
  await portInWhen(app, noa, portInId, 'action_needed');
  app.clock.move(minutes(11));
  const fix = { msisdn: input.msisdn, oldService: { billingAccountNumber: '111222333' } };
  expect((await noa.refusal(resubmitPortIn, fix)).problem.reason).toBe('proof_required');
  const { lineId: _, ...again } = { ...input, ...fix };
  expect((await noa.refusal(bringNumber, again)).problem.reason).toBe('proof_required');
  await noa.call(stepUp, { password: 'Anchor7!' });
  await lockNumber(id);
  expect((await noa.refusal(resubmitPortIn, fix)).problem.reason).toBe('number_locked');
  expect((await noa.call(viewLine, { id })).mdn).toBe(line.mdn);
});

async function lockNumber(id: string): Promise<void> {
  await sql`update line_locks set number_off_at = null where line_id = ${id}`.execute(
    app.app.db.query,
  );
}

const passwords = { newPassword: 'Harbor8!', confirmNewPassword: 'Harbor8!' };
const stateOf = async (caller: Caller, id: string) => {
  const { locks, sim, transferPin, portOut } = await caller.call(viewLine, { id });
  return { locks, sim: sim?.state, pin: transferPin, portOut: portOut?.state };
};

/** A thief has both locks off, a transfer PIN made, and a SIM change begun; the owner's line. */
async function preparedByThief() {
  const { noa, line } = await withOpenSim(app);
  await unlockNumber(app, line.id);
  await noa.call(openPortOut, { id: line.id });
  await noa.call(replaceSim, { id: line.id, simType: 'esim' });
  return { noa, line, id: line.id };
}

/** Once what the thief began is over: nothing has moved, and nothing can begin. */
async function nothingMoved(caller: Caller, { id, iccid, mdn }: Line) {
  const after = await app.eventually(async () => {
    const now = await stateOf(caller, id);
    return now.locks.sim.on && now.locks.number.on && !now.pin ? now : undefined;
  });
  expect(after.locks).toEqual({ sim: { on: true }, number: { on: true } });
  await passHours(app, 2);
  expect(await lineOf(caller, id)).toMatchObject({ id, iccid, mdn, status: 'active' });
  expect((await stateOf(caller, id)).sim).toBe('stopped');
}

test('[K14] [K15] [K16] a new password stops what a thief has begun, and the dashboard says what', async () => {
  const { noa, line, id } = await preparedByThief();
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  await nothingMoved(noa, line);
  const { pause } = await noa.call(viewSafety, {});
  expect(pause).toMatchObject({ why: 'password', endsWith: null });
  expect(pause?.stopped).toEqual(
    expect.arrayContaining([
      { what: 'sim_replacement', number: line.mdn },
      { what: 'unlocking', number: line.mdn },
      { what: 'transfer_pin', number: line.mdn },
    ]),
  );
  const { text } = await nextEmail(app, noa.email, /stay where they are until/);
  expect(text).toContain('New SIM, stopped');
  await noa.call(stepUp, { password: passwords.newPassword });
  const { problem } = await noa.refusal(setLocks, { id, sim: false });
  expect(problem).toMatchObject({ reason: 'moves_paused', until: pause?.until });
  const ends = await noa.refusal(endSafetyPause, { otp: '123456' });
  expect(ends.problem.reason).toBe('no_older_step');
  await passHours(app, 24);
  expect(await noa.call(viewSafety, {})).toEqual({ pause: null });
  await noa.call(stepUp, { password: passwords.newPassword });
  expect((await noa.call(setLocks, { id, sim: false })).locks.sim.offAt).toBeDefined();
});

test('[K14] [K15] [K16] logging out everywhere else stops what a thief has begun', async () => {
  const { noa, line } = await preparedByThief();
  await noa.call(endOtherSessions, {});
  await nothingMoved(noa, line);
});

test('[K14] [K15] [K16] a password that the owner resets stops what a thief has begun', async () => {
  const { noa, line } = await preparedByThief();
  await app.anyone.call(forgotPassword, { email: noa.email });
  const token = await nextLinkToken(app, noa.email, /Set a new/);
  await app.anyone.call(resetPassword, { token, ...passwords });
  await nothingMoved(await app.as(noa.email, passwords.newPassword), line);
});

test('[K15] [I09] a number that a thief brings onto the line is stopped by a new password', async () => {
  const { noa, line, id, input } = await bringing('2125550194');
  await unlockNumber(app, id);
  const { portInId } = await noa.call(bringNumber, input);
  await portInWhen(app, noa, portInId, 'delayed');
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  await portInWhen(app, noa, portInId, 'cancelled');
  expect(await lineOf(noa, id)).toMatchObject({ mdn: line.mdn });
  const { pause } = await noa.call(viewSafety, {});
  expect(pause?.stopped).toContainEqual({ what: 'port_in', number: '2125550194' });
});

test('[K15] without a line a change of the account shows no pause, and no email tells of one', async () => {
  const omar = await newcomer(app);
  await omar.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  expect(await omar.call(viewSafety, {})).toEqual({ pause: null });
  await allEmailsSent(app);
  const told = (await app.emails(omar.email, 0)).filter(({ subject }) =>
    /stay where/.test(subject),
  );
  expect(told).toEqual([]);
});

/** With the password alone: another address, confirmed in a mailbox of the thief's. */
async function takenOver() {
  const { noa, line } = await withLine(app);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  const thief = await app.as(noa.email, 'Anchor7!');
  const newEmail = noa.email.replace('@', '-thief@');
  await thief.call(editUser, { email: newEmail });
  const otp = await nextCode(app, newEmail);
  await thief.call(changeEmail, { newEmail, otp });
  return { owner: noa, line, id: line.id, thief, newEmail };
}

test('[K14] [K15] [K16] [K18] with the password and another address nothing moves for a day, and the old address hears of all', async () => {
  const { owner, line, id, thief } = await takenOver();
  const oldToken = await nextLinkToken(app, owner.email, /email address was changed/);
  expect((await nextEmail(app, owner.email, /stay where they are/)).link).toMatch(/not-me/);
  const tries = [
    () => thief.refusal(setLocks, { id, sim: false, number: false }),
    () => thief.refusal(replaceSim, { id, simType: 'esim' }),
    () => thief.refusal(openPortOut, { id }),
    () => thief.refusal(changeNumber, { id, zipCode: '94105' }),
  ];
  for (const again of [0, 11, 11]) {
    await passHours(app, again);
    await thief.call(stepUp, { password: 'Anchor7!' });
    for (const tried of tries) expect((await tried()).problem.reason).toBe('moves_paused');
  }
  await passHours(app, 3);
  await thief.call(stepUp, { password: 'Anchor7!' });
  await thief.call(setLocks, { id, sim: false, number: false });
  const warned = await nextEmail(app, owner.email, /SIM lock of .* turns off/);
  expect(warned.subject).toContain(line.mdn.slice(-4));
  await nextEmail(app, owner.email, /number lock of .* turns off/);
  await passHours(app, 1);
  await thief.call(stepUp, { password: 'Anchor7!' });
  await thief.call(replaceSim, { id, simType: 'esim' });
  const late = await nextLinkToken(app, owner.email, /gets a new SIM on/);
  await thief.call(openPortOut, { id }).catch(() => undefined);
  const { resetToken } = await app.anyone.call(denyChange, { token: late });
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  expect((await thief.refusal(viewLine, { id })).status).toBe(401);
  await nothingMoved(await app.as(owner.email, passwords.newPassword), line);
  expect((await app.anyone.refusal(denyChange, { token: oldToken })).problem.reason).toBeDefined();
});

test('[K15] the thief’s address is told nothing more once its owner has the account back', async () => {
  const { owner, id, newEmail } = await takenOver();
  const token = await nextLinkToken(app, owner.email, /email address was changed/);
  const { resetToken } = await app.anyone.call(denyChange, { token });
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  await readAll(app, newEmail);
  const before = (await app.emails(newEmail, 0)).length;
  const back = await app.as(owner.email, passwords.newPassword);
  await passHours(app, 25);
  await back.call(stepUp, { password: passwords.newPassword });
  await back.call(setLocks, { id, sim: false });
  await nextEmail(app, owner.email, /SIM lock of .* turns off/);
  await allEmailsSent(app);
  expect(await app.emails(newEmail, 0)).toHaveLength(before);
});
