import { viewLine } from '@portside/contract/line-detail';
import { bringNumber, resubmitPortIn } from '@portside/contract/port-in';
import { changePassword, denyChange, stepUp } from '@portside/contract/sign-in';
import { replaceSim, viewReplacement } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { lineOf, withLine } from '../testing/line-life.ts';
import { nextEmail, nextLinkToken } from '../testing/mailbox.ts';
import { withOpenSim } from '../testing/new-sim.ts';
import { draftOf, oldService, portInWhen, unlockNumber } from '../testing/porting.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
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

test('[K14] links to deny a change hold until they end, also after the master key was changed', async () => {
  const { noa, line } = await withOpenSim(app);
  await noa.call(replaceSim, { id: line.id, simType: 'esim' });
  const denial = await nextLinkToken(app, noa.email, /gets a new SIM on/);
  const passwords = { newPassword: 'Harbor8!', confirmNewPassword: 'Harbor8!' };
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  const notMe = await nextLinkToken(app, noa.email, /password was changed/);
  const { database, masterKeys, seed } = app.app.config;
  const newKey = Buffer.alloc(32, 7).toString('base64');
  const rotated = await openTestApp({
    config: { database, seed, masterKeys: [newKey, ...masterKeys] },
  });
  try {
    expect(await rotated.anyone.call(viewReplacement, { token: denial })).toMatchObject({
      numberEnd: line.mdn.slice(-4),
    });
    const { resetToken } = await rotated.anyone.call(denyChange, { token: notMe });
    expect(resetToken).toBeDefined();
  } finally {
    await rotated.close();
  }
});
