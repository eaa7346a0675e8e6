import { confirmEmail } from '@portside/contract/account';
import { acceptInvitation, listInvitations } from '@portside/contract/household';
import { viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import { setLocks } from '@portside/contract/line-locks';
import { changeNumber } from '@portside/contract/number-change';
import { bringNumber } from '@portside/contract/port-in';
import { openPortOut } from '@portside/contract/port-out';
import { viewSafety } from '@portside/contract/safety';
import { endSession, listSessions } from '@portside/contract/sessions';
import { replaceSim } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { addLine, lineOf, passHours, withLine, type Noa } from '../testing/line-life.ts';
import { confirmed } from '../testing/handing-over.ts';
import { give } from '../testing/household.ts';
import { allEmailsSent, nextCode, nextEmail } from '../testing/mailbox.ts';
import { openSimLock } from '../testing/new-sim.ts';
import { draftOf, oldService, portInWhen, unlockNumber } from '../testing/porting.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let isAway = false;
let turnedAway = 0;

const away = (carrier: CarrierPort): CarrierPort => ({
  ...carrier,
  changeNumber: async (request) => {
    if (isAway) {
      turnedAway += 1;
      throw new OutsideFailure('carrier', 'not_done');
    }
    return carrier.changeNumber(request);
  },
});

beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({ ...opened, carrier: away(opened.carrier) }),
    },
  });
});
afterAll(() => app.close());

/** Two browsers of one account: the customer's own, and one that somebody else sits at. */
async function twoBrowsers() {
  const { noa, line } = await withLine(app);
  const thief = await app.as(noa.email, 'Anchor7!');
  return { noa, thief, line };
}

/** The customer logs out the other browser, as the list in the settings does. */
async function logOutOther(noa: Noa): Promise<string> {
  const { sessions } = await noa.call(listSessions, {});
  const other = sessions.find(({ current }) => !current);
  await proving(noa);
  return (await noa.call(endSession, { id: other?.id ?? '' })).message;
}

const safe = { sim: { on: true }, number: { on: true } };

/** By the customer, a while ago, and the carrier knows. */
async function unlocked({ noa, line }: { noa: Noa; line: { id: string } }) {
  await noa.call(setLocks, { id: line.id, sim: false, number: false });
  await passHours(app, 1);
}

async function request(msisdn: string, transferPin: string) {
  const answer = await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step: 'request', transferPin }),
  });
  return answer.status;
}

test('[K14] [K15] [K16] who logs out one other browser stops the SIM change, the unlocking and the transfer PIN that it began, and is told by email', async () => {
  const { noa, thief, line } = await twoBrowsers();
  const second = await addLine(app, noa);
  const { id } = line;
  await openSimLock(app, second.id);
  await unlockNumber(app, second.id);
  await thief.call(setLocks, { id, sim: false, number: false });
  await proving(thief);
  const { transferPin } = await thief.call(openPortOut, { id: second.id });
  await proving(thief);
  await thief.call(replaceSim, { id: second.id, simType: 'esim' });

  expect(await logOutOther(noa)).toMatch(/we stopped what it had started/);
  expect((await noa.call(viewLine, { id })).locks).toEqual(safe);
  const other = await noa.call(viewLine, { id: second.id });
  expect(other).toMatchObject({ sim: { state: 'stopped' }, locks: { number: { on: true } } });
  expect(other.transferPin).toBeUndefined();
  await app.eventually(async () =>
    (await request(second.mdn, transferPin)) === 409 ? true : undefined,
  );
  const { text } = await nextEmail(
    app,
    noa.email,
    /stopped what the logged-out browser had started/,
  );
  for (const what of ['New SIM, stopped', 'Locked again', 'Transfer PIN, ended']) {
    expect(text).toContain(what);
  }
  await passHours(app, 2);
  for (const one of [line, second]) {
    expect(await lineOf(noa, one.id)).toMatchObject({ mdn: one.mdn, iccid: one.iccid });
  }
  expect((await noa.call(viewSafety, {})).pause).toBeNull();
});

test('[K16] a request of another carrier with the PIN that the browser made is refused', async () => {
  const { noa, thief, line } = await twoBrowsers();
  await unlocked({ noa, line });
  await proving(thief);
  const { transferPin } = await thief.call(openPortOut, { id: line.id });
  expect(await request(line.mdn, transferPin)).toBe(200);
  await logOutOther(noa);
  await app.eventually(async () => {
    const { portOut } = await noa.call(viewLine, { id: line.id });
    return portOut?.state === 'refused' || undefined;
  });
});

test('[K17] [K18] a number change that waits and an end of the line that it planned are stopped as well', async () => {
  const { noa, thief, line } = await twoBrowsers();
  const second = await addLine(app, noa);
  await unlockNumber(app, line.id);
  isAway = true;
  await thief.call(changeNumber, { id: line.id, zipCode: '94105' });
  // What is being asked of the carrier at this moment could not be stopped.
  await app.eventually(async () => {
    const { rows } = await sql`select from number_changes
      where line_id = ${line.id} and state = 'asked' and asking is null`.execute(app.app.db.query);
    return (turnedAway > 0 && rows.length === 1) || undefined;
  });
  await proving(thief);
  await thief.call(endLine, { id: second.id });
  await logOutOther(noa);
  isAway = false;
  expect((await noa.call(viewLine, { id: second.id })).endsOn).toBeUndefined();
  const { text } = await nextEmail(
    app,
    noa.email,
    /stopped what the logged-out browser had started/,
  );
  expect(text).toContain('Number change, stopped');
  expect(text).toContain('Planned end of the line, canceled');
  await passHours(app, 1);
  expect((await lineOf(noa, line.id)).mdn).toBe(line.mdn);
});

test('[I09] [K15] a number on its way to the line, which would replace the line’s own, is stopped', async () => {
  const { noa, thief, line } = await twoBrowsers();
  await unlockNumber(app, line.id);
  const msisdn = '3125550194';
  const tempSubscriptionId = await draftOf(thief, msisdn);
  const bringing = { msisdn, zipCode: '10038', tempSubscriptionId, oldService };
  const { portInId } = await thief.call(bringNumber, { ...bringing, lineId: line.id });
  await logOutOther(noa);
  await portInWhen(app, noa, portInId, 'cancelled');
  expect((await lineOf(noa, line.id)).mdn).toBe(line.mdn);
});

test('[K14] [K15] what another browser began goes on, and what was begun anew since', async () => {
  const { noa, thief, line } = await twoBrowsers();
  await unlocked({ noa, line });
  await proving(thief);
  await thief.call(openPortOut, { id: line.id });
  await proving(noa);
  const { transferPin } = await noa.call(openPortOut, { id: line.id });
  await proving(noa);
  await noa.call(replaceSim, { id: line.id, simType: 'esim' });
  expect(await logOutOther(noa)).toBe('That browser is logged out.');
  await allEmailsSent(app);
  const subjects = (await app.emails(noa.email, 0)).map(({ subject }) => subject);
  expect(subjects.filter((one) => one.includes('had started'))).toEqual([]);
  const { sim } = await noa.call(viewLine, { id: line.id });
  expect(sim?.state).toBe('announced');
  expect(await request(line.mdn, transferPin)).toBe(200);
});

test('[P04] an invitation that the browser sent is taken back; one of another browser stands', async () => {
  const { noa, thief, line } = await twoBrowsers();
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  const second = await addLine(app, noa);
  const omar = await confirmed(app);
  await give(thief, line.id, omar.email, 'manager');
  await give(noa, second.id, omar.email);
  const [mine] = (await omar.call(listInvitations, {})).invitations;
  expect(await logOutOther(noa)).toMatch(/we stopped what it had started/);
  const { invitations } = await omar.call(listInvitations, {});
  expect(invitations.map(({ lastFour }) => lastFour)).toEqual([second.mdn.slice(-4)]);
  expect((await noa.call(viewLine, { id: line.id })).household).toBeUndefined();
  const { problem } = await omar.refusal(acceptInvitation, { id: mine?.id ?? '' });
  expect(problem.reason).toBe('invitation_over');
  const subject = /stopped what the logged-out browser had started/;
  expect((await nextEmail(app, noa.email, subject)).text).toContain(
    'Invitation to a line, taken back',
  );
});
