import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { openPortOut } from '@portside/contract/port-out';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passHours, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const post = async (path: string, body: object) => {
  const answer = await app.fetch(`/sandbox/carrier/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
};

/** Another carrier has asked with a PIN that holds; the proof is over by then. */
async function asked() {
  const { noa, line } = await withLine(app);
  const { id, mdn: msisdn } = line;
  await sql`insert into line_locks (line_id, tenant_id, number_off_at, carrier_off)
    select id, tenant_id, now() - interval '1 year', true from lines where id = ${id}`.execute(
    app.app.db.query,
  );
  await app.adapters.carrier.setNumberLock({ msisdn, on: false });
  await noa.call(stepUp, { password: 'Anchor7!' });
  const { transferPin } = await noa.call(openPortOut, { id });
  expect(await post('portout', { msisdn, step: 'request', transferPin })).toBe(200);
  await stateWhen(noa, id, 'requested');
  await passHours(app, 1);
  return { noa, id, msisdn, transferPin };
}

const stateWhen = (noa: Noa, id: string, state: string) =>
  app.eventually(async () => {
    const line = await noa.call(viewLine, { id });
    return line.portOut?.state === state ? line : undefined;
  });

const locked = { on: true };

test('[K15] [K16] one press on the number lock refuses the request and ends the transfer PIN', async () => {
  const { noa, id, msisdn, transferPin } = await asked();
  const { message, locks } = await noa.call(setLocks, { id, number: true });
  expect(message).toBe(
    'The number lock is on. We refused the other carrier’s request, and your number stays here.',
  );
  expect(locks.number).toEqual(locked);
  const line = await noa.call(viewLine, { id });
  expect(line).toMatchObject({ locks: { number: locked }, portOut: { state: 'refused' } });
  expect(line).not.toHaveProperty('transferPin');
  expect(line).not.toHaveProperty('underWay');
  expect((await emailWhen(app, noa.email, /stays$/)).text).toContain('as you asked');
  await app.eventually(async () => {
    const status = await post('portout', { msisdn, step: 'request', transferPin });
    return status === 409 || undefined;
  });
});

test('[K15] [K16] with the carrier down the number is locked, and the refusal is asked for and told when it is so', async () => {
  const { noa, id } = await asked();
  await post('break', { mode: 'down' });
  try {
    const { message } = await noa.call(setLocks, { id, number: true });
    expect(message).toContain('We asked the network to refuse the other carrier’s request.');
    const line = await noa.call(viewLine, { id });
    expect(line).toMatchObject({ locks: { number: locked }, portOut: { state: 'requested' } });
    expect(line).not.toHaveProperty('transferPin');
  } finally {
    await post('break', { mode: 'none' });
  }
  await passHours(app, 1);
  await stateWhen(noa, id, 'refused');
  await emailWhen(app, noa.email, /stays$/);
});

test('[K15] [K16] what the carrier refuses no more is locked, and the customer is told to call', async () => {
  const { noa, id, msisdn } = await asked();
  expect(await post('portout', { msisdn, step: 'confirm' })).toBe(200);
  await stateWhen(noa, id, 'confirmed');
  const { message } = await noa.call(setLocks, { id, number: true });
  expect(message).toMatch(/can’t be refused here anymore\. Please call us now: \(\d{3}\)/);
  const line = await noa.call(viewLine, { id });
  expect(line).toMatchObject({ locks: { number: locked }, portOut: { state: 'confirmed' } });
  expect(line).not.toHaveProperty('transferPin');
});
