import { setEmergencyAddress } from '@portside/contract/emergency-address';
import { viewLine } from '@portside/contract/line-detail';
import { listActivity } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { asAgent } from '../testing/as-agent.ts';
import { callerAt } from '../testing/caller.ts';
import { passHours, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { endLine } from './suspension.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const street = {
  streetNumber: '14',
  streetName: 'Pier Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10004',
};
const whole = { ...street, streetDirection: '', streetUnit: '' };

const addressOf = async (noa: Noa, id: string) =>
  (await noa.call(viewLine, { id })).emergencyAddress;
const carrierLog = async () => (await app.fetch('/sandbox/carrier')).text();
const addressEmails = async (noa: Noa) =>
  (await app.emails(noa.email, 0)).filter((one) => one.subject.includes('911'));

test('[K19] the 911 address is sent to the carrier, shown on the line, and told by email without it', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  expect(await addressOf(noa, id)).toMatchObject({ streetNumber: '120', zipCode: '10038' });
  const { message } = await noa.call(setEmergencyAddress, { id, ...street, streetUnit: 'Apt 3' });
  expect(message).toBe('Your 911 address is changed.');
  expect(await addressOf(noa, id)).toEqual({ ...whole, streetUnit: 'Apt 3' });
  expect(await carrierLog()).toContain(`${mdn}, used at 14 Pier Street, Apt 3, New York, NY 10004`);
  const email = await emailWhen(app, noa.email, /^The 911 address of .+ was changed$/);
  expect(email.text).toContain('If you didn’t do this');
  expect(email.text).not.toContain('Pier Street');
  expect(email.link).toContain(`/dashboard/lines/${id}`);
  const { activity } = await noa.call(listActivity, {});
  const [entry] = activity.filter(({ kind }) => kind === 'emergency_address_changed');
  expect(entry?.network).not.toBe('');
});

test('[K19] an address that the carrier can’t find is refused at its field, and the old one stays', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const before = await addressOf(noa, id);
  const { status, problem } = await noa.refusal(setEmergencyAddress, {
    id,
    ...street,
    streetNumber: '911',
  });
  expect(status).toBe(422);
  expect(problem).toMatchObject({
    reason: 'not_found_by_carrier',
    errors: [{ field: 'streetNumber', message: problem.message }],
  });
  expect(await addressOf(noa, id)).toEqual(before);
  const inSpanish = callerAt(app.address, noa.token, () => ({ 'accept-language': 'es' }));
  const told = await inSpanish.refusal(setEmergencyAddress, {
    id,
    ...street,
    streetNumber: '911',
  });
  expect(told.problem.message).toMatch(/^El personal de emergencia del 911 no encuentra/);
  // And corrected right away.
  await noa.call(setEmergencyAddress, { id, ...street });
  expect(await addressOf(noa, id)).toEqual(whole);
  const subjects = (await addressEmails(noa)).map((one) => one.subject);
  expect(subjects.filter((one) => /not changed/.test(one))).toEqual([]);
});

test('[K19] a carrier that is down changes nothing, and the customer can try again', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const before = await addressOf(noa, id);
  const carrier = (mode: string) =>
    app.fetch('/sandbox/carrier/break', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    });
  await carrier('down');
  expect((await noa.refusal(setEmergencyAddress, { id, ...street })).status).toBe(503);
  expect(await addressOf(noa, id)).toEqual(before);
  await carrier('none');
  await noa.call(setEmergencyAddress, { id, ...street });
  expect(await addressOf(noa, id)).toEqual(whole);
});

test('[K19] an answer that is lost is asked for again; until then no other address is sent', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  const { carrier } = app.adapters;
  const tell = carrier.setEmergencyAddress.bind(carrier);
  carrier.setEmergencyAddress = async (asked) => {
    carrier.setEmergencyAddress = tell;
    await tell(asked);
    throw new OutsideFailure('carrier', 'unknown');
  };
  expect((await noa.refusal(setEmergencyAddress, { id, ...street })).status).toBe(503);
  const other = { id, ...street, streetNumber: '15' };
  await proving(noa);
  expect((await noa.refusal(setEmergencyAddress, other)).problem.reason).toBe('busy');
  await passHours(app, 1);
  expect(await addressOf(noa, id)).toEqual(whole);
  await emailWhen(app, noa.email, /^The 911 address of .+ was changed$/);
  expect(await addressEmails(noa)).toHaveLength(1);
  const log = await carrierLog();
  expect(log.split(`${mdn}, used at 14 Pier Street`).length - 1).toBe(2);
  expect(log).not.toContain(`${mdn}, used at 15 Pier Street`);
  await proving(noa);
  await noa.call(setEmergencyAddress, other);
  expect(await addressOf(noa, id)).toEqual({ ...whole, streetNumber: '15' });
});

test('[K19] a refusal whose answer was lost is told by email', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const before = await addressOf(noa, id);
  const { carrier } = app.adapters;
  const tell = carrier.setEmergencyAddress.bind(carrier);
  carrier.setEmergencyAddress = async () => {
    carrier.setEmergencyAddress = tell;
    throw new OutsideFailure('carrier', 'unknown');
  };
  const asked = { id, ...street, streetNumber: '911' };
  expect((await noa.refusal(setEmergencyAddress, asked)).status).toBe(503);
  await passHours(app, 1);
  await emailWhen(app, noa.email, /^The 911 address of .+ was not changed$/);
  expect(await addressOf(noa, id)).toEqual(before);
});

test('[K19] [K24] a line that isn’t active, or has ended, and an agent change no 911 address', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const agent = await asAgent(app, noa.email);
  expect((await agent.refusal(setEmergencyAddress, { id, ...street })).status).toBe(403);
  const { query } = app.app.db;
  await sql`update lines set status = 'activating' where id = ${id}`.execute(query);
  const early = await noa.refusal(setEmergencyAddress, { id, ...street });
  expect(early.problem.reason).toBe('not_active');
  await sql`update lines set status = 'active' where id = ${id}`.execute(query);
  await app.app.db.transaction((tx) => endLine(app.app, tx, id));
  const late = await noa.refusal(setEmergencyAddress, { id, ...street });
  expect(late.problem.reason).toBe('line_ended');
});
