import { viewUser } from '@portside/contract/account';
import { viewTexts } from '@portside/contract/texts';
import { viewAlerts, viewUsage } from '@portside/contract/usage';
import { setEmergencyAddress } from '@portside/contract/emergency-address';
import { blockLine, unblockLine } from '@portside/contract/line-block';
import { viewLineHealth } from '@portside/contract/line-health';
import { updateNickname } from '@portside/contract/lines';
import { viewSafety } from '@portside/contract/safety';
import { endSession, listActivity, listSessions } from '@portside/contract/sessions';
import { viewEsim } from '@portside/contract/sim';
import { replaceSim } from '@portside/contract/sim-replacement';
import { changePassword } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../http/who.ts';
import { provableNumbers } from '../lines/provable-numbers.ts';
import type { Caller } from '../testing/caller.ts';
import { give, takeBack } from '../testing/given-line.ts';
import { lineOf, withLine } from '../testing/line-life.ts';
import { openSimLock, simWhen } from '../testing/new-sim.ts';
import { becomes } from '../testing/on-hold.ts';
import { provenAt, proving } from '../testing/proving.ts';
import { emailWhen, newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* Who was given a line acts for its holder, and is themselves (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function given(role: 'user' | 'manager' = 'user') {
  const { noa, line } = await withLine(app);
  const member = await newcomer(app);
  await give(app, noa, member, line.id, role);
  return { noa, member, line, id: line.id };
}

const did = async (who: Caller) =>
  (await who.call(listActivity, {})).activity.map(({ kind }) => kind);

const paused = async (email: string) => {
  await sql`insert into safety_pauses (customer_id, tenant_id, began_at, until, why, told)
    select id, tenant_id, ${app.clock.now()}, ${new Date(app.clock.now().getTime() + 3_600_000)},
      'password', 0 from customers where email = ${email}`.execute(app.app.db.query);
};

const street = {
  streetNumber: '120',
  streetName: 'Fulton Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

test('[P04] what a user does is in their list, and none of it in the holder’s', async () => {
  const { noa, member, line, id } = await given();
  const before = await did(noa);
  await member.call(updateNickname, { id, nickname: 'Mine' });
  await member.call(setEmergencyAddress, { id, ...street });
  await member.call(blockLine, { id, reason: 'lost' });
  await becomes(app, line.mdn, 'suspended');
  await proving(member);
  await member.call(unblockLine, { id });
  await becomes(app, line.mdn, 'active');
  expect(await did(member)).toEqual(
    expect.arrayContaining(['emergency_address_changed', 'line_blocked', 'line_unblocked']),
  );
  const asked = ['emergency_address_changed', 'line_blocked', 'line_unblocked', 'proven'];
  const more = (await did(noa)).slice(0, (await did(noa)).length - before.length);
  expect(more.filter((kind) => asked.includes(kind))).toEqual([]);
  // Both see the name that it has.
  expect((await lineOf(noa, id)).nickname).toBe('Mine');
  expect((await lineOf(member, id)).nickname).toBe('Mine');
});

test('[P04] a user sees usage, alerts and health, and the eSIM with a proof of their own', async () => {
  const { noa, member, id } = await given();
  expect((await member.call(viewUsage, { id })).meters.length).toBeGreaterThan(0);
  expect(await member.call(viewAlerts, { id })).toHaveProperty('data80');
  expect((await member.call(viewLineHealth, { id })).findings.length).toBeGreaterThan(0);
  const { query } = app.app.db;
  await provenAt(query, noa.email, app.clock.now());
  await provenAt(query, member.email, null);
  // The holder's proof is good for nobody else.
  expect((await member.refusal(viewEsim, { id })).problem.reason).toBe('proof_required');
  await proving(member);
  expect((await member.call(viewEsim, { id })).state).not.toBe('unknown');
  await takeBack(app, id);
  await proving(member);
  expect((await member.refusal(viewEsim, { id })).status).toBe(404);
});

test('[P04] a pause of either account keeps the SIM where it is, and says no more than that', async () => {
  const { noa, member, id } = await given();
  await openSimLock(app, id);
  await paused(noa.email);
  await proving(member);
  const theirs = (await member.refusal(replaceSim, { id, simType: 'esim' })).problem;
  expect(theirs.reason).toBe('moves_paused');
  expect(theirs.message).toMatch(/^The number and the SIM of this line stay where they are until/);
  await sql`delete from safety_pauses`.execute(app.app.db.query);
  await paused(member.email);
  const own = (await member.refusal(replaceSim, { id, simType: 'esim' })).problem;
  expect(own.message).toMatch(/^Your account was changed a short time ago/);
  await sql`delete from safety_pauses`.execute(app.app.db.query);
  await member.call(replaceSim, { id, simType: 'esim' });
  expect(await did(member)).toContain('sim_change_asked');
});

test('[P04] a changed password of the user’s stops what was begun on the line, and only that', async () => {
  const { noa, member, id } = await given();
  await openSimLock(app, id);
  await proving(member);
  await member.call(replaceSim, { id, simType: 'esim' });
  await proving(member);
  await member.call(changePassword, {
    currentPassword: 'Anchor7!',
    newPassword: 'Anchor8!',
    confirmNewPassword: 'Anchor8!',
  });
  await simWhen(app, member, id, 'stopped');
  const { pause } = await member.call(viewSafety, {});
  expect(pause?.stopped.map(({ what }) => what)).toContain('sim_replacement');
  expect((await noa.call(viewSafety, {})).pause).toBeNull();
});

test('[P04] a browser that the user logs out leaves nothing behind on the line', async () => {
  const { noa, member, id } = await given();
  await openSimLock(app, id);
  const other = await app.as(member.email, 'Anchor7!');
  await proving(other);
  await other.call(replaceSim, { id, simType: 'esim' });
  const { sessions } = await member.call(listSessions, {});
  await proving(member);
  await member.call(endSession, { id: sessions.find(({ current }) => !current)?.id ?? '' });
  await simWhen(app, member, id, 'stopped');
  const told = await emailWhen(app, member.email, /what the logged-out browser had started/);
  expect(told.text).toContain('New SIM, stopped');
  const theirs = (await app.emails(noa.email, 0)).map(({ subject }) => subject);
  expect(theirs.filter((one) => one.includes('logged-out browser'))).toEqual([]);
});

test('[P04] text messages go to whoever has the phone, and prove nothing of the holder’s', async () => {
  const { noa, member, line } = await given();
  expect((await member.call(viewTexts, {})).numbers).toContain(line.mdn);
  expect((await noa.call(viewTexts, {})).numbers).not.toContain(line.mdn);
  const { id: customer } = await noa.call(viewUser, {});
  const owner = ownerOf(6, customer);
  expect(await provableNumbers(app.app.db.query, owner)).toEqual([]);
});
