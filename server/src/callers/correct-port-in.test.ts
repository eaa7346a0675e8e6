import { confirmEmail, viewUser } from '@portside/contract/account';
import { viewCustomer } from '@portside/contract/console/customers';
import { resubmitForCustomer } from '@portside/contract/console/port-ins';
import { enterVerification, startVerification } from '@portside/contract/console/verification';
import { bringNumber, listPortIns } from '@portside/contract/port-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineOf, withLine } from '../testing/line-life.ts';
import { nextCode, nextEmail, readAll } from '../testing/mailbox.ts';
import { draftOf, oldService, portInWhen, unlockNumber } from '../testing/porting.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[L07] a verified customer’s page says why a number was refused and what is owed, and it is sent again corrected', async () => {
  const ines = await app.as('ines@example.com');
  const agent = await app.staff('agent');
  const { id } = await ines.call(viewUser, {});
  const [before] = (await ines.call(listPortIns, {})).portIns;
  const corrected = {
    id: before?.id ?? '',
    reason: 'They read it out',
    billingAccountNumber: '998877665',
    billingAccountPassword: '4321',
  };
  const { problem } = await agent.refusal(resubmitForCustomer, corrected);
  expect(problem.code).toBe('not_verified');
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-7' });
  const { portIns } = await agent.call(viewCustomer, { id });
  expect(portIns[0]).toMatchObject({
    number: before?.msisdn,
    status: 'action_needed',
    canFix: true,
    required: before?.required,
    answer: { code: expect.any(String) as string, text: expect.any(String) as string },
  });
  await agent.call(resubmitForCustomer, corrected);
  await app.eventually(async () => {
    const [now] = (await ines.call(listPortIns, {})).portIns;
    return now?.status === 'completed' ? now : undefined;
  });
});

/** Refused, on its way to a line that has a number. */
async function refusedOntoLine(msisdn: string) {
  const { noa, line } = await withLine(app);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  const tempSubscriptionId = await draftOf(noa, msisdn);
  await unlockNumber(app, line.id);
  const brings = { msisdn, zipCode: '10038', tempSubscriptionId, oldService, lineId: line.id };
  await proving(noa);
  const { portInId } = await noa.call(bringNumber, brings);
  await portInWhen(app, noa, portInId, 'action_needed');
  await readAll(app, noa.email);
  const { id } = await noa.call(viewUser, {});
  const corrected = { id: portInId, reason: 'They read it out', billingAccountNumber: '112233445' };
  return { noa, line, customer: id, portInId, corrected };
}

test('[L07] [K15] what takes the place of a line’s number is sent again after a code that the customer read out and a proof of the member of staff, and told by email', async () => {
  const { noa, line, customer, portInId, corrected } = await refusedOntoLine('9175550190');
  const agent = await app.staff('agent');
  await agent.call(startVerification, { id: customer, how: 'ticket', reference: 'HELP-8' });
  const { portIns } = await agent.call(viewCustomer, { id: customer });
  expect(portIns[0]).toMatchObject({ canFix: true, replaces: line.mdn });
  const byPaper = await agent.refusal(resubmitForCustomer, corrected);
  expect(byPaper.problem).toMatchObject({ reason: 'code_needed' });
  expect(byPaper.problem.message).toMatch(/code that they read out/);

  await agent.call(startVerification, { id: customer, how: 'code', to: 'email' });
  const code = await nextCode(app, noa.email, /code for Harbor support/);
  await agent.call(enterVerification, { id: customer, code });
  const ago = (hours: number) =>
    sql`update staff_sessions set proven_at = proven_at - ${`${hours} hours`}::interval`.execute(
      app.app.db.query,
    );
  await ago(1);
  const late = await agent.refusal(resubmitForCustomer, corrected);
  expect(late.problem.reason).toBe('proof_required');
  await ago(-1);
  await agent.call(resubmitForCustomer, corrected);
  const { text } = await nextEmail(app, noa.email, /asked your old carrier for .* again/);
  expect(text).toContain('Aya Tanaka from our support team');
  expect(text).toContain('can’t get it back');
  await portInWhen(app, noa, portInId, 'completed');
  expect((await lineOf(noa, line.id)).mdn).toBe('9175550190');
});

test('[L07] [K15] nor do staff get past the number lock: the console says who turns it off', async () => {
  const { noa, line, customer, corrected } = await refusedOntoLine('2125550290');
  await sql`update line_locks set number_off_at = null where line_id = ${line.id}`.execute(
    app.app.db.query,
  );
  const agent = await app.staff('agent');
  await agent.call(startVerification, { id: customer, how: 'code', to: 'email' });
  const code = await nextCode(app, noa.email, /code for Harbor support/);
  await agent.call(enterVerification, { id: customer, code });
  const { problem } = await agent.refusal(resubmitForCustomer, corrected);
  expect(problem.reason).toBe('number_locked');
  expect(problem.message).toMatch(/only the customer turns it off/);
});
