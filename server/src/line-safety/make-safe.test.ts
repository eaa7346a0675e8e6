import { unblockLine } from '@portside/contract/line-block';
import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { openPortOut } from '@portside/contract/port-out';
import {
  changePassword,
  denyChange,
  login,
  resetPassword,
  stepUp,
} from '@portside/contract/sign-in';
import { denyReplacement, replaceSim } from '@portside/contract/sim-replacement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passHours, withLine, type Noa } from '../testing/line-life.ts';
import { nextLinkToken } from '../testing/mailbox.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };
const passwords = { newPassword: 'Harbor8!', confirmNewPassword: 'Harbor8!' };

/** A thief has turned the locks off, and knows a transfer PIN. */
async function prepared() {
  const { noa, line } = await withLine(app);
  await noa.call(setLocks, { id: line.id, sim: false, number: false });
  await passHours(app, 1);
  await noa.call(stepUp, { password: 'Anchor7!' });
  return { noa, id: line.id, mdn: line.mdn };
}

async function request(msisdn: string, transferPin: string) {
  const answer = await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step: 'request', transferPin }),
  });
  return answer.status;
}

const lockedLine = (owner: Pick<Noa, 'call'>, id: string) =>
  app.eventually(async () => {
    const line = await owner.call(viewLine, { id });
    const isSafe = line.locks.number.on && line.locks.sim.on && !line.transferPin;
    return isSafe ? line : undefined;
  });

test('[K14] [K15] [K16] "This wasn’t me" about a SIM change also ends the transfer PIN and locks the line', async () => {
  const { noa, id, mdn } = await prepared();
  const { transferPin } = await noa.call(openPortOut, { id });
  await noa.call(replaceSim, { id, simType: 'esim' });
  const token = await nextLinkToken(app, noa.email, /gets a new SIM on/);
  await app.anyone.call(denyReplacement, { token });
  const line = await lockedLine(await app.as(noa.email, 'Anchor7!'), id);
  expect(line.locks).toEqual({ sim: { on: true }, number: { on: true } });
  await app.eventually(async () => ((await request(mdn, transferPin)) === 409 ? true : undefined));
});

test('[K14] [K15] [K16] "This wasn’t me" about the account stops the card and the number that are leaving', async () => {
  const { noa, id, mdn } = await prepared();
  await noa.call(replaceSim, { id, simType: 'physical', shipping });
  await passHours(app, 1);
  await noa.call(stepUp, { password: 'Anchor7!' });
  const { transferPin } = await noa.call(openPortOut, { id });
  expect(await request(mdn, transferPin)).toBe(200);
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  const token = await nextLinkToken(app, noa.email, /password was changed/);
  const { resetToken } = await app.anyone.call(denyChange, { token });
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  const back = await app.anyone.call(login, { email: noa.email, password: passwords.newPassword });
  const owner = app.with(back.token);
  await lockedLine(owner, id);
  await app.eventually(async () => {
    const { portOut, sim } = await owner.call(viewLine, { id });
    return portOut?.state === 'refused' && sim?.state === 'stopped' ? true : undefined;
  });
});

test('[K13] [K14] a line that is blocked because of a denied SIM change is not unblocked with the old password while the pause runs', async () => {
  const { noa, id } = await prepared();
  await noa.call(replaceSim, { id, simType: 'esim' });
  await passHours(app, 1);
  const token = await nextLinkToken(app, noa.email, /gets a new SIM on/);
  expect((await app.anyone.call(denyReplacement, { token })).blocked).toBe(true);
  const thief = await app.as(noa.email, 'Anchor7!');
  await app.eventually(
    async () => (await thief.call(viewLine, { id })).status === 'suspended' || undefined,
  );
  await thief.call(stepUp, { password: 'Anchor7!' });
  expect((await thief.refusal(unblockLine, { id })).problem.reason).toBe('moves_paused');
  await passHours(app, 25);
  await thief.call(unblockLine, { id });
});
