import { viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import { changeNumber } from '@portside/contract/number-change';
import { openPortOut } from '@portside/contract/port-out';
import { viewSafety } from '@portside/contract/safety';
import { changePassword, stepUp } from '@portside/contract/sign-in';
import { replaceSim } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { Database } from '../db/database.ts';
import { addLine, lineOf, passHours, withLine } from '../testing/line-life.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { openSimLock } from '../testing/new-sim.ts';
import { unlockNumber } from '../testing/porting.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
/** The power fails as soon as a pause is committed: no job of its own ever runs. */
let failsAtPause = false;
let isOut = false;
/** Nothing reaches the carrier, or its answers are lost. */
let carrierFails: 'not_done' | 'unknown' | undefined;
let turnedAway = 0;

const failing = (db: Database): Database => ({
  ...db,
  transaction: async (work) => {
    if (isOut) throw new Error('The power is out');
    const answer = await db.transaction(work);
    if (failsAtPause && !isOut) {
      const { rows } = await sql`select from safety_pauses`.execute(db.query);
      isOut = rows.length > 0;
    }
    return answer;
  },
});

const unreachable = (carrier: CarrierPort): CarrierPort => ({
  ...carrier,
  changeNumber: async (request) => {
    if (carrierFails === 'not_done') {
      turnedAway += 1;
      throw new OutsideFailure('carrier', 'not_done');
    }
    const answer = await carrier.changeNumber(request);
    if (carrierFails) throw new OutsideFailure('carrier', carrierFails);
    return answer;
  },
});

beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      database: failing,
      adapters: (opened) => ({ ...opened, carrier: unreachable(opened.carrier) }),
    },
  });
});
afterAll(() => app.close());

const passwords = { newPassword: 'Harbor8!', confirmNewPassword: 'Harbor8!' };

const ofLine = async (id: string) => {
  const { rows } = await sql`
    select (select state from sim_replacements where line_id = lines.id) as sim,
      (select state from number_changes where line_id = lines.id) as number,
      (select count(*)::int from transfer_pins
        where line_id = lines.id and ended_at is null) as pins,
      (select count(*)::int from line_locks where line_id = lines.id
        and (sim_off_at is not null or number_off_at is not null)) as unlocked,
      (select count(*)::int from line_endings where line_id = lines.id) as endings,
      (select count(*)::int from line_work where line_id = lines.id) as work
    from lines where id = ${id}`.execute(app.app.db.query);
  return rows[0];
};

const askedOf = async (line: string) =>
  (
    await sql`select state, asking from number_changes where line_id = ${line}`.execute(
      app.app.db.query,
    )
  ).rows;

test('[K14] [K15] [K16] [K17] [K18] what a thief began ends with the commit of the new password, although the power fails right after it', async () => {
  const { noa, line } = await withLine(app);
  const second = await addLine(app, noa);
  const third = await addLine(app, noa);
  await openSimLock(app, line.id);
  for (const { id } of [line, second]) await unlockNumber(app, id);
  await noa.call(openPortOut, { id: line.id });
  await noa.call(replaceSim, { id: line.id, simType: 'esim' });
  await noa.call(endLine, { id: third.id });
  carrierFails = 'not_done';
  await noa.call(changeNumber, { id: second.id, zipCode: '94105' });
  // What is being asked of the carrier at this moment could not be stopped: the next try comes later.
  await app.eventually(async () => {
    if (turnedAway === 0) return undefined;
    const { rows } = await sql`
      with put_off as (
        update pgboss.job set start_after = now() + interval '1 hour'
        where name = 'change-number' and state < 'active' returning id
      )
      select from put_off`.execute(app.app.db.query);
    return rows.length === 1 || undefined;
  });
  expect(await askedOf(second.id)).toEqual([{ state: 'asked', asking: null }]);
  expect(await ofLine(second.id)).toMatchObject({ number: 'asked', work: 1 });
  failsAtPause = true;
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  expect(isOut).toBe(true);
  const safe = { pins: 0, unlocked: 0, endings: 0, work: 0 };
  expect(await ofLine(line.id)).toEqual({ ...safe, sim: 'stopped', number: null });
  expect(await ofLine(second.id)).toEqual({ ...safe, sim: null, number: 'stopped' });
  expect(await ofLine(third.id)).toEqual({ ...safe, sim: null, number: null });

  [failsAtPause, isOut, carrierFails] = [false, false, undefined];
  await passHours(app, 2);
  for (const one of [line, second, third]) {
    expect(await lineOf(noa, one.id)).toMatchObject({ mdn: one.mdn, iccid: one.iccid });
  }
  const { pause } = await noa.call(viewSafety, {});
  expect(pause?.stopped).toEqual(
    expect.arrayContaining([
      { what: 'sim_replacement', number: line.mdn },
      { what: 'unlocking', number: line.mdn },
      { what: 'transfer_pin', number: line.mdn },
      { what: 'number_change', number: second.mdn },
      { what: 'ending', number: third.mdn },
    ]),
  );
  const { text } = await nextEmail(app, noa.email, /stay where they are until/);
  expect(text).toContain('Number change, stopped');
  expect(text).toContain('Planned end of the line, canceled');
  await nextEmail(app, noa.email, /goes on$/);
});

test('[K18] a number change that the network may have is not called stopped, and the email says that it may happen', async () => {
  const { noa, line } = await withLine(app);
  await unlockNumber(app, line.id);
  carrierFails = 'unknown';
  await noa.call(changeNumber, { id: line.id, zipCode: '94105' });
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  const { text } = await nextEmail(app, noa.email, /stay where they are until/);
  expect(text).toContain('Number change, already at the network');
  const { pause } = await noa.call(viewSafety, {});
  expect(pause?.stopped.map(({ what }) => what)).not.toContain('number_change');
  carrierFails = undefined;
  await passHours(app, 1);
  expect((await lineOf(noa, line.id)).mdn).not.toBe(line.mdn);
});

test('[K17] an end that was planned days before stays planned, the email says so, and no other one is planned during the pause', async () => {
  const { noa, line } = await withLine(app);
  const second = await addLine(app, noa);
  await noa.call(endLine, { id: line.id });
  await passHours(app, 25);
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  const { text } = await nextEmail(app, noa.email, /stay where they are until/);
  expect(text).toContain('Still planned: the line ends');
  expect((await noa.call(viewLine, { id: line.id })).endsOn).toBe(line.paidUntil);
  await noa.call(stepUp, { password: passwords.newPassword });
  expect((await noa.refusal(endLine, { id: second.id })).problem.reason).toBe('moves_paused');
});
