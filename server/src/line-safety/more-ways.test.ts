import { changeEmail, editUser, viewUser } from '@portside/contract/account';
import { resumeForCustomer } from '@portside/contract/console/line-actions';
import { startVerification } from '@portside/contract/console/verification';
import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { bringNumber, resubmitPortIn } from '@portside/contract/port-in';
import { endSafetyPause, viewSafety } from '@portside/contract/safety';
import { endSession, listSessions } from '@portside/contract/sessions';
import {
  enterSecondStep,
  renewRecoveryCodes,
  secondStepAsked,
  viewSecondStep,
} from '@portside/contract/second-step';
import { denyReplacement, replaceSim } from '@portside/contract/sim-replacement';
import { activateSim } from '@portside/contract/sim';
import {
  changePassword,
  denyChange,
  listPasskeys,
  login,
  removePasskey,
  resetPassword,
  stepUp,
} from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, minutes } from '../clock.ts';
import { addLine, lineOf, passHours, withLine } from '../testing/line-life.ts';
import { allEmailsSent, nextCode, nextEmail, nextLinkToken } from '../testing/mailbox.ts';
import { activateMailed, afterTheWait, simWhen, withOpenSim } from '../testing/new-sim.ts';
import { buyPlanFor, draftOf, oldService } from '../testing/porting.ts';
import { provenAt, proving } from '../testing/proving.ts';
import { secondSteps } from '../testing/second-steps.ts';
import { newcomer, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const passwords = { newPassword: 'Harbor8!', confirmNewPassword: 'Harbor8!' };

/** Somebody with an app for more than a day, whose browser was left open a moment after a proof. */
async function leftOpen() {
  const { noa, phone, recoveryCodes } = await secondSteps(() => app).withApp();
  const line = await addLine(app, noa);
  app.clock.move(hours(25));
  await noa.call(stepUp, { otp: phone.shows() });
  return { noa, line, phone, recoveryCodes };
}

test('[K15] recovery codes that were renewed end no pause, also not the one that they begin; the app from before does', async () => {
  const { noa, line, phone } = await leftOpen();
  const { recoveryCodes } = await noa.call(renewRecoveryCodes, {});
  expect((await noa.call(viewSafety, {})).pause).toMatchObject({ endsWith: 'app' });
  const ends = await noa.refusal(endSafetyPause, { recoveryCode: recoveryCodes[0] ?? '' });
  expect(ends.problem.reason).toBe('no_older_step');
  await noa.call(stepUp, { recoveryCode: recoveryCodes[1] ?? '' });
  const unlocks = await noa.refusal(setLocks, { id: line.id, sim: false });
  expect(unlocks.problem.reason).toBe('moves_paused');
  await noa.call(endSafetyPause, { otp: phone.shows(1) });
});

/** The owner sets a new password with the link of the email, and is asked for the second step. */
async function deniedAndBack(email: string, subject: RegExp) {
  const token = await nextLinkToken(app, email, subject);
  const { resetToken } = await app.anyone.call(denyChange, { token });
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  const credentials = { email, password: passwords.newPassword };
  return async (proof: { otp: string } | { recoveryCode: string }, isGood = true) => {
    const { problem } = await app.anyone.refusal(login, credentials);
    const { challenge } = secondStepAsked.parse(problem);
    const input = { challenge, ...proof };
    if (isGood) return (await app.anyone.call(enterSecondStep, input)).message;
    return (await app.anyone.refusal(enterSecondStep, input)).problem.reason;
  };
}

test('[K15] "This wasn’t me" about renewed recovery codes ends those alone: the second step stays on, and the codes from before are good again', async () => {
  const { noa, phone, recoveryCodes: old } = await leftOpen();
  const { recoveryCodes } = await noa.call(renewRecoveryCodes, {});
  app.clock.move(minutes(2));
  await noa.call(stepUp, { recoveryCode: recoveryCodes[2] ?? '' });
  const { recoveryCodes: again } = await noa.call(renewRecoveryCodes, {});
  const enter = await deniedAndBack(noa.email, /new recovery codes/);
  for (const code of [recoveryCodes[0], again[0]]) {
    expect(await enter({ recoveryCode: code ?? '' }, false)).toBe('recovery_code_wrong');
  }
  await enter({ otp: phone.shows() });
  await enter({ recoveryCode: old[0] ?? '' });
  expect((await nextEmail(app, noa.email, /earlier recovery codes/)).text).toContain('good again');
});

test('[K15] recovery codes that were renewed more than a day before the change that was denied stay', async () => {
  const { noa, phone } = await leftOpen();
  const { recoveryCodes } = await noa.call(renewRecoveryCodes, {});
  app.clock.move(hours(25));
  await noa.call(stepUp, { otp: phone.shows() });
  await noa.call(changePassword, {
    currentPassword: 'Anchor7!',
    newPassword: 'Captain9%',
    confirmNewPassword: 'Captain9%',
  });
  const enter = await deniedAndBack(noa.email, /password was changed/);
  await enter({ recoveryCode: recoveryCodes[0] ?? '' });
});

test('[K15] "This wasn’t me" locks nobody out: where neither a passkey nor a code is left, the second step goes off', async () => {
  const { addDevice, withPasskeyOnly } = secondSteps(() => app);
  const { noa, recoveryCodes } = await withPasskeyOnly();
  app.clock.move(hours(25));
  for (const recoveryCode of recoveryCodes) await noa.call(stepUp, { recoveryCode });
  const { passkeys } = await noa.call(listPasskeys, {});
  app.clock.move(minutes(2));
  await addDevice(noa, 'A thief’s');
  await noa.call(removePasskey, { id: passkeys[0]?.id ?? '' });
  await noa.call(renewRecoveryCodes, {});
  const token = await nextLinkToken(app, noa.email, /passkey was added/);
  const { resetToken } = await app.anyone.call(denyChange, { token });
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  const back = await app.as(noa.email, passwords.newPassword);
  expect(await back.call(viewSecondStep, {})).toEqual({ kind: null, recoveryCodesLeft: 0 });
});

test('[K14] [K15] who never confirmed their address is warned there, too, once a thief has put another in its place', async () => {
  const { noa, line } = await withLine(app);
  const thief = await app.as(noa.email, 'Anchor7!');
  const newEmail = noa.email.replace('@', '-thief@');
  await thief.call(editUser, { email: newEmail });
  await thief.call(changeEmail, { newEmail, otp: await nextCode(app, newEmail) });
  await nextEmail(app, noa.email, /stay where they are/);
  await passHours(app, 25);
  await thief.call(setLocks, { id: line.id, sim: false });
  const warned = await nextEmail(app, noa.email, /SIM lock of .* turns off/);
  expect(warned.text).not.toContain('Noa');
  expect(warned.subject).toContain(line.mdn.slice(-4));
  await passHours(app, 1);
  await thief.call(replaceSim, { id: line.id, simType: 'esim' });
  const token = await nextLinkToken(app, noa.email, /gets a new SIM on/);
  const { resetToken } = await app.anyone.call(denyChange, { token });
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  const back = await app.as(noa.email, passwords.newPassword);
  await passHours(app, 1);
  expect(await lineOf(back, line.id)).toMatchObject({ iccid: line.iccid, mdn: line.mdn });
  expect((await back.call(viewLine, { id: line.id })).sim?.state).toBe('stopped');
});

test('[K14] [L09] nor does a member of staff turn on a line that is on a thief’s SIM, while the pause runs', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id: customer } = await noa.call(viewUser, {});
  await noa.call(replaceSim, { id: line.id, simType: 'esim' });
  const token = await nextLinkToken(app, noa.email, /gets a new SIM on/);
  await afterTheWait(app, noa, line.id);
  await app.anyone.call(denyReplacement, { token });
  const agent = await app.staff('agent');
  const reason = 'They called';
  await agent.call(startVerification, { id: customer, how: 'ticket', reference: 'HELP-1' });
  const no = await agent.refusal(resumeForCustomer, { id: line.id, reason });
  expect(no.problem.reason).toBe('moves_paused');
  const back = await app.as(noa.email, 'Anchor7!');
  expect(await lineOf(back, line.id)).toMatchObject({ status: 'suspended' });
});

test('[K14] [K15] a SIM lock that is put on while the card is in the mail keeps the line from that card', async () => {
  const { noa, line } = await withOpenSim(app);
  const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };
  await noa.call(replaceSim, { id: line.id, simType: 'physical', shipping });
  await afterTheWait(app, noa, line.id);
  await noa.call(setLocks, { id: line.id, sim: true });
  await activateMailed(app, noa, line.id);
  await passHours(app, 1);
  const { sim } = await simWhen(app, noa, line.id, 'stopped');
  expect(sim?.why).toBe('The SIM lock was turned on.');
  expect(await lineOf(noa, line.id)).toMatchObject({ iccid: line.iccid, status: 'active' });
});

test('[K14] [K15] a card that a thief has mailed is stopped with the thief’s browser, also where its owner asked for a SIM meanwhile and was refused', async () => {
  const { noa, line } = await withOpenSim(app);
  const thief = await app.as(noa.email, 'Anchor7!');
  const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };
  await thief.call(replaceSim, { id: line.id, simType: 'physical', shipping });
  await passHours(app, 1);
  await proving(noa);
  const no = await noa.refusal(replaceSim, { id: line.id, simType: 'esim' });
  expect(no.problem).toMatchObject({ reason: 'busy', with: 'sim_replacement' });
  const { sessions } = await noa.call(listSessions, {});
  const other = sessions.find(({ current }) => !current);
  await noa.call(endSession, { id: other?.id ?? '' });
  await simWhen(app, noa, line.id, 'stopped');
  expect((await nextEmail(app, noa.email, /browser had started/)).text).toContain(
    'New SIM, stopped',
  );
});

test('[K15] [I09] [I10] in a stolen browser no number that is on its way goes to another card than the one we mail', async () => {
  const noa = await newcomer(app);
  const msisdn = '2125550137';
  const tempSubscriptionId = await draftOf(noa, msisdn);
  const { orderId } = await buyPlanFor(noa, msisdn, tempSubscriptionId, { simType: 'physical' });
  const { line } = await orderWhen(app, noa, orderId, 'paid');
  const id = line?.id ?? '';
  await provenAt(app.app.db.query, noa.email, null);
  const iccid = '8901410000000007021';
  const brings = { msisdn, zipCode: '10038', tempSubscriptionId, oldService };
  for (const [call, input] of [
    [activateSim, { id, iccid }],
    [bringNumber, { ...brings, iccid }],
    [resubmitPortIn, { msisdn, oldService, activationDetails: { iccid } }],
  ] as const) {
    expect((await noa.refusal(call, input)).problem.reason).toBe('proof_required');
  }
  expect(await lineOf(noa, id)).toMatchObject({ iccid: '', mdn: '', status: 'pending' });
  await noa.call(activateSim, { id, iccid });
  expect(await lineOf(noa, id)).toMatchObject({ iccid });
});

test('[K15] a thief who changed the address twice gets no link at the first once its owner has the account back', async () => {
  const noa = await newcomer(app);
  const thief = await app.as(noa.email, 'Anchor7!');
  const [first, second] = ['-first@', '-second@'].map((at) => noa.email.replace('@', at));
  for (const newEmail of [first ?? '', second ?? '']) {
    await thief.call(editUser, { email: newEmail });
    await thief.call(changeEmail, { newEmail, otp: await nextCode(app, newEmail) });
  }
  const token = await nextLinkToken(app, noa.email, /email address was changed/);
  const { resetToken } = await app.anyone.call(denyChange, { token });
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  await nextEmail(app, noa.email, /password was changed/);
  await allEmailsSent(app);
  const links = (await app.emails(first ?? '', 0)).map(({ link = '' }) => link);
  for (const link of links.filter((one) => one.includes('/not-me'))) {
    const own = new URL(link).searchParams.get('token') ?? '';
    const { problem } = await app.anyone.refusal(denyChange, { token: own });
    expect(problem.reason).toBe('link_expired');
  }
  const back = await app.as(noa.email, passwords.newPassword);
  expect((await back.call(viewUser, {})).email).toBe(noa.email);
});
