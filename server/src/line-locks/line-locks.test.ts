import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { listActivity } from '@portside/contract/sessions';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginWork, endWork, lockForWork } from '../lines/line-work.ts';
import { endLine } from '../lines/suspension.ts';
import { handlers } from '../slices.ts';
import { asAgent } from '../testing/as-agent.ts';
import { passHours, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const MINUTE = 60_000;
const on = { on: true };
const off = { on: false };
const bothOn = { sim: on, number: on };

const locksOf = async (noa: Noa, id: string) => (await noa.call(viewLine, { id })).locks;
const prove = (noa: Noa) => noa.call(stepUp, { password: 'Anchor7!' });
const carrierHas = (msisdn: string) => app.adapters.carrier.viewNumberLock({ msisdn });
const told = (msisdn: string, isOn: boolean) =>
  app.eventually(async () => (await carrierHas(msisdn)) === isOn || undefined);
const run = (name: string) => handlers.find((one) => one.job.name === name)?.run(app.app, {});
const lockEmails = async (noa: Noa) =>
  (await app.emails(noa.email, 0)).filter((one) => one.subject.includes('lock'));

async function withUnlocked() {
  const { noa, line } = await withLine(app);
  await prove(noa);
  await noa.call(setLocks, { id: line.id, sim: false, number: false });
  await allEmailsSent(app);
  app.clock.move(15 * MINUTE);
  return { noa, line };
}

test('[K15] a lock goes off 15 minutes after its customer asked for it, and on at once', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  expect(await locksOf(noa, id)).toEqual(bothOn);
  await prove(noa);
  const asked = await noa.call(setLocks, { id, number: false });
  const { offAt } = asked.locks.number;
  const wait = Date.parse(offAt ?? '') - app.clock.now().getTime();
  expect(wait).toBeGreaterThan(14.9 * MINUTE);
  expect(wait).toBeLessThanOrEqual(15 * MINUTE);
  expect(asked.message).toMatch(
    /^The number lock turns off on .+\. You can keep it on until then\.$/,
  );
  await allEmailsSent(app);
  app.clock.move(14 * MINUTE);
  expect(await locksOf(noa, id)).toEqual({ sim: on, number: { on: true, offAt } });
  app.clock.move(MINUTE);
  expect(await locksOf(noa, id)).toEqual({ sim: on, number: off });
  // Nobody proved anything for 15 minutes.
  const locked = await noa.call(setLocks, { id, number: true });
  expect(locked).toEqual({ message: 'The number lock is on.', locks: bothOn });
  expect(await locksOf(noa, id)).toEqual(bothOn);
  await told(mdn, true);
});

test('[K15] the carrier is told of the number lock once it is off, and at once when it is on', async () => {
  const { noa, line } = await withLine(app);
  await prove(noa);
  await noa.call(setLocks, { id: line.id, number: false });
  await run('tell-number-locks');
  expect(await carrierHas(line.mdn)).toBe(true);
  await passHours(app, 1);
  expect(await carrierHas(line.mdn)).toBe(false);
  await noa.call(setLocks, { id: line.id, number: true });
  await told(line.mdn, true);
  // Told once: nothing is left to do.
  await app.eventually(async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select carrier_off as waits from line_locks where line_id = ${line.id}`.execute(
      app.app.db.query,
    );
    return rows[0]?.waits === false || undefined;
  });
});

test('[K15] a carrier that is down while a lock goes off or on is told when it is back', async () => {
  const { noa, line } = await withUnlocked();
  const carrier = (mode: string) =>
    app.fetch('/sandbox/carrier/break', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    });
  await carrier('down');
  await run('tell-number-locks');
  await carrier('none');
  expect(await carrierHas(line.mdn)).toBe(true);
  await passHours(app, 1);
  expect(await carrierHas(line.mdn)).toBe(false);
  await carrier('down');
  await noa.call(setLocks, { id: line.id, number: true });
  await carrier('none');
  await passHours(app, 1);
  expect(await carrierHas(line.mdn)).toBe(true);
});

test('[K15] a lock that is turned on while the carrier hears that it is off ends up on there', async () => {
  const { noa, line } = await withUnlocked();
  const { carrier } = app.adapters;
  const tell = carrier.setNumberLock.bind(carrier);
  // The customer presses after the carrier was asked, and before it answers.
  carrier.setNumberLock = async (asked) => {
    carrier.setNumberLock = tell;
    await noa.call(setLocks, { id: line.id, number: true });
    await told(line.mdn, true);
    await tell(asked);
  };
  await run('tell-number-locks');
  await told(line.mdn, true);
  expect(await locksOf(noa, line.id)).toEqual({ sim: off, number: on });
});

test('[K15] unlocking asks for a fresh proof, locking does not, and nothing is half done', async () => {
  const { noa, line } = await withUnlocked();
  const { id } = line;
  await noa.call(setLocks, { id, sim: true });
  expect(await locksOf(noa, id)).toEqual({ sim: on, number: off });
  const mixed = await noa.refusal(setLocks, { id, sim: false, number: true });
  expect(mixed).toMatchObject({ status: 422, problem: { reason: 'proof_required' } });
  expect(await locksOf(noa, id)).toEqual({ sim: on, number: off });
  // What is as it was asked for is no change.
  const same = await noa.call(setLocks, { id, sim: true, number: false });
  expect(same.message).toBe('The SIM lock is on. The number lock is off.');
  await noa.call(setLocks, { id, number: true });
  expect(await locksOf(noa, id)).toEqual(bothOn);
});

test('[K15] unlocking is told by email with what to do, once, and so is calling it off', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await prove(noa);
  // Two tabs at once: the time of the first one holds for both.
  const asked = await Promise.all([1, 2].map(() => noa.call(setLocks, { id, sim: false })));
  expect(asked[0]?.locks).toEqual(asked[1]?.locks);
  const email = await emailWhen(app, noa.email, /^The SIM lock of .+ turns off on/);
  expect(email.text).toContain('If this wasn’t you, open the line’s page before then');
  expect(email.link).toContain(`/dashboard/lines/${id}#locks`);
  await noa.call(setLocks, { id, sim: true });
  await emailWhen(app, noa.email, /^The SIM lock of .+ stays on/);
  expect(await locksOf(noa, id)).toEqual(bothOn);
  await noa.call(setLocks, { id, sim: true });
  expect(await lockEmails(noa)).toHaveLength(2);
  const { activity } = await noa.call(listActivity, {});
  const kinds = activity.map(({ kind }) => kind).filter((kind) => kind.startsWith('sim_'));
  expect(kinds).toEqual(['sim_locked', 'sim_unlocking']);
});

test('[K15] unlocking that is called off in the last second leaves the lock on', async () => {
  const { noa, line } = await withLine(app);
  await prove(noa);
  await noa.call(setLocks, { id: line.id, number: false });
  await allEmailsSent(app);
  app.clock.move(15 * MINUTE - 1000);
  await Promise.all([noa.call(setLocks, { id: line.id, number: true }), run('tell-number-locks')]);
  app.clock.move(1000);
  expect(await locksOf(noa, line.id)).toEqual(bothOn);
  await run('tell-number-locks');
  await told(line.mdn, true);
  await emailWhen(app, noa.email, /^The number lock of .+ stays on/);
});

test.each([
  ['port_out', /moving to another carrier/],
  ['number_change', /number of this line is being changed/],
] as const)('[K15] during a %s both locks go on, and none goes off', async (work, sentence) => {
  const { noa, line } = await withUnlocked();
  const { id } = line;
  await app.app.db.transaction(async (tx) => {
    const owner = await lockForWork(tx, id);
    await beginWork(app.app, tx, { tenant: owner?.tenant ?? 0, lineId: id }, work);
  });
  await noa.call(setLocks, { id, sim: true, number: true });
  for (const wanted of [{ sim: false }, { number: false }]) {
    const { status, problem } = await noa.refusal(setLocks, { id, ...wanted });
    expect(status).toBe(422);
    expect(problem).toMatchObject({ reason: 'busy', with: work });
    expect(problem.message).toMatch(sentence);
  }
  expect(await locksOf(noa, id)).toEqual(bothOn);
});

test('[K15] while a SIM is being replaced a line can be locked, but not unlocked', async () => {
  const { noa, line } = await withUnlocked();
  const { id } = line;
  await app.app.db.transaction(async (tx) => {
    const owner = await lockForWork(tx, id);
    const which = { tenant: owner?.tenant ?? 0, lineId: id };
    await beginWork(app.app, tx, which, 'sim_replacement');
  });
  expect((await noa.call(setLocks, { id, sim: true })).locks.sim).toEqual({ on: true });
  const { problem } = await noa.refusal(setLocks, { id, sim: false });
  expect(problem).toMatchObject({ reason: 'busy', with: 'sim_replacement' });
  expect(problem.message).toMatch(/SIM of this line is being replaced/);
});

test('[K15] while a number changes, its lock is not told; afterwards it is', async () => {
  const { line } = await withUnlocked();
  const { id, mdn } = line;
  await app.app.db.transaction(async (tx) => {
    const owner = await lockForWork(tx, id);
    await beginWork(app.app, tx, { tenant: owner?.tenant ?? 0, lineId: id }, 'number_change');
  });
  await run('tell-number-locks');
  expect(await carrierHas(mdn)).toBe(true);
  await app.app.db.transaction((tx) => endWork(tx, id, 'number_change'));
  await run('tell-number-locks');
  expect(await carrierHas(mdn)).toBe(false);
});

test('[K15] [K24] an agent changes no lock, and a line that has ended has none to change', async () => {
  const { noa, line } = await withUnlocked();
  const agent = await asAgent(app, noa.email);
  expect(await agent.refusal(setLocks, { id: line.id, number: true })).toMatchObject({
    status: 403,
    problem: { code: 'forbidden' },
  });
  await app.app.db.transaction((tx) => endLine(app.app, tx, line.id));
  const { problem } = await noa.refusal(setLocks, { id: line.id, number: true });
  expect(problem.reason).toBe('line_ended');
});
