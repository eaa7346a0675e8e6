import { viewUser } from '@portside/contract/account';
import { viewLine } from '@portside/contract/line-detail';
import { setLocks } from '@portside/contract/line-locks';
import { listActivity } from '@portside/contract/sessions';
import {
  denyReplacement,
  replaceSim,
  stopReplacement,
  viewReplacement,
} from '@portside/contract/sim-replacement';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { beginWork, endWork } from '../lines/line-work.ts';
import { endLine, liftSuspension, suspendLine } from '../lines/suspension.ts';
import { asAgent } from '../testing/as-agent.ts';
import { callerAt } from '../testing/caller.ts';
import { mesa } from '../testing/chatting.ts';
import { passDays, passHours, type Noa } from '../testing/line-life.ts';
import { allEmailsSent, nextEmail, nextLinkToken } from '../testing/mailbox.ts';
import { activateMailed, afterTheWait, simWhen, withOpenSim } from '../testing/new-sim.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };
const byMail = { simType: 'physical', shipping } as const;

/** A line is to move to a new SIM; the token of the email that told of it. */
async function announced(more: { simType: 'esim' } | typeof byMail = { simType: 'esim' }) {
  const { noa, line } = await withOpenSim(app);
  await noa.call(replaceSim, { id: line.id, ...more });
  const token = await nextLinkToken(
    app,
    noa.email,
    /(?:gets a new SIM|prepare a SIM card for your line .+) on/,
  );
  return { noa, line, id: line.id, token };
}
const again = async (noa: Noa) => ({
  ...(await app.as(noa.email, 'Anchor7!')),
  email: noa.email,
});
const subjects = async (noa: Noa, subject: RegExp) => {
  await allEmailsSent(app);
  return (await app.emails(noa.email, 0)).filter((one) => subject.test(one.subject));
};

test('[K14] a stolen session without a fresh proof moves no SIM, and nothing is emailed', async () => {
  const { noa, line } = await withOpenSim(app);
  app.clock.move(minutes(11));
  const refused = await noa.refusal(replaceSim, { id: line.id, simType: 'esim' });
  expect(refused.problem.reason).toBe('proof_required');
  const after = await afterTheWait(app, noa, line.id);
  expect(after.sim).toBeUndefined();
  expect(after.iccid).toBe(line.iccid);
  expect(await subjects(noa, /SIM/)).toEqual([]);
});

test('[K14] [K15] with the SIM lock on no SIM is moved, and a lock put on during the wait stops it', async () => {
  const { noa, line, id } = await announced();
  const unlocks = await noa.refusal(setLocks, { id, number: false });
  expect(unlocks.problem).toMatchObject({ reason: 'busy', with: 'sim_replacement' });
  expect((await noa.call(setLocks, { id, sim: true })).locks.sim).toEqual({ on: true });
  const stopped = await afterTheWait(app, noa, id);
  expect(stopped.sim).toMatchObject({ state: 'stopped', why: 'The SIM lock was turned on.' });
  expect(stopped.iccid).toBe(line.iccid);
  expect((await nextEmail(app, noa.email, /was stopped/)).text).toContain('SIM lock');
  await noa.call(stepUp, { password: 'Anchor7!' });
  const refused = await noa.refusal(replaceSim, { id, simType: 'esim' });
  expect(refused.problem.reason).toBe('sim_locked');
});

test('[K14] a mail scanner that opens the link changes nothing', async () => {
  const { noa, line, token } = await announced();
  await app.fetch(`/sim-replacement?token=${token}`);
  const seen = await app.anyone.call(viewReplacement, { token });
  expect(seen).toMatchObject({
    numberEnd: line.mdn.slice(-4),
    does: 'stop',
    wasPressed: false,
    sim: { state: 'announced' },
  });
  expect(JSON.stringify(seen)).not.toContain(line.mdn);
  await noa.call(viewUser, {});
  expect((await afterTheWait(app, noa, line.id)).sim?.state).toBe('done');
});

test('[K14] "This wasn’t me" before it begins stops it and logs everybody out', async () => {
  const { noa, line, id, token } = await announced();
  const answer = await app.anyone.call(denyReplacement, { token });
  expect(answer).toMatchObject({ blocked: false });
  expect((await noa.refusal(viewUser, {})).status).toBe(401);
  expect((await nextEmail(app, noa.email, /was stopped/)).link).toContain('/forgot-password');
  await passHours(app, 1);
  const owner = await again(noa);
  const after = await owner.call(viewLine, { id });
  expect(after).toMatchObject({ status: 'active', iccid: line.iccid, sim: { state: 'stopped' } });
  const { activity } = await owner.call(listActivity, {});
  expect(activity.map((one) => one.kind)).toContain('sim_change_denied');
});

test('[K14] "This wasn’t me" after it is done blocks the line, once', async () => {
  const { noa, id, token } = await announced();
  await afterTheWait(app, noa, id);
  expect((await app.anyone.call(viewReplacement, { token })).does).toBe('block');
  expect(await app.anyone.call(denyReplacement, { token })).toMatchObject({ blocked: true });
  await nextEmail(app, noa.email, /We’re blocking your line/);
  const owner = await again(noa);
  expect(await owner.call(viewLine, { id })).toMatchObject({
    status: 'suspended',
    statusReason: 'blocked',
  });
  await app.app.db.transaction((tx) => liftSuspension(app.app, tx, id, 'blocked'));
  await app.eventually(async () =>
    (await owner.call(viewLine, { id })).status === 'active' ? true : undefined,
  );
  // Pressed again it says what it did, and does nothing.
  expect(await app.anyone.call(denyReplacement, { token })).toMatchObject({ blocked: true });
  expect(await owner.call(viewLine, { id })).toMatchObject({ status: 'active' });
  expect(await app.anyone.call(viewReplacement, { token })).toMatchObject({ wasPressed: true });
});

test('[K14] "This wasn’t me" while a card is in the mail stops the card; the line stays on its SIM and works', async () => {
  const { noa, line, id, token } = await announced(byMail);
  await afterTheWait(app, noa, id);
  expect(await app.anyone.call(viewReplacement, { token })).toMatchObject({ does: 'stop' });
  expect(await app.anyone.call(denyReplacement, { token })).toMatchObject({ blocked: false });
  const owner = await again(noa);
  await simWhen(app, owner, id, 'stopped');
  await nextEmail(app, noa.email, /The SIM change of your line .+ was stopped/);
  await passDays(app, 4);
  const after = await owner.call(viewLine, { id });
  expect(after).toMatchObject({ status: 'active', iccid: line.iccid });
  expect(after).not.toHaveProperty('shipping');
  expect(await subjects(noa, /We’re blocking your line/)).toHaveLength(0);
});

test('[K14] "This wasn’t me" pressed by four at once blocks once and emails once', async () => {
  const { noa, id, token } = await announced();
  await afterTheWait(app, noa, id);
  await Promise.all([1, 2, 3, 4].map(() => app.anyone.call(denyReplacement, { token })));
  expect(await subjects(noa, /We’re blocking your line/)).toHaveLength(1);
});

test('[K14] a token opens its own line’s change only, at its brand, and for a week', async () => {
  const one = await announced();
  const two = await announced();
  const [id] = one.token.split('.');
  const [, mac] = two.token.split('.');
  const bent = `${one.token.slice(0, -1)}${one.token.endsWith('0') ? '1' : '0'}`;
  const mesas = callerAt(app.address, undefined, () => mesa);
  for (const [caller, token] of [
    [app.anyone, `${id}.${mac}`],
    [app.anyone, bent],
    [app.anyone, ''],
    [app.anyone, one.line.id],
    [mesas, one.token],
  ] as const) {
    for (const call of [viewReplacement, denyReplacement]) {
      expect((await caller.refusal(call, { token })).problem.reason).toBe('link_expired');
    }
  }
  await afterTheWait(app, one.noa, one.id);
  await passDays(app, 8);
  expect((await app.anyone.refusal(denyReplacement, { token: one.token })).problem.reason).toBe(
    'link_expired',
  );
  expect((await one.noa.call(viewLine, { id: one.id })).status).toBe('active');
});

test('[K14] three changes asked for at once are one, and the others are busy', async () => {
  const { noa, line } = await withOpenSim(app);
  const input = { id: line.id, simType: 'esim' } as const;
  const asked = await Promise.allSettled([1, 2, 3].map(() => noa.call(replaceSim, input)));
  expect(asked.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  const refused = (await noa.refusal(replaceSim, input)).problem;
  expect(refused).toMatchObject({ reason: 'busy', with: 'sim_replacement' });
  expect(await subjects(noa, /gets a new SIM/)).toHaveLength(1);
});

test('[K14] while the number leaves for another carrier no SIM is moved', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  const leave = { tenant: 6, lineId: id };
  await app.app.db.transaction((tx) => beginWork(app.app, tx, leave, 'port_out'));
  const refused = (await noa.refusal(replaceSim, { id, simType: 'esim' })).problem;
  expect(refused).toMatchObject({ reason: 'busy', with: 'port_out' });
  await app.app.db.transaction((tx) => endWork(tx, id, 'port_out'));
  await noa.call(replaceSim, { id, simType: 'esim' });
});

test('[K14] a line that ends or is paused during the wait is not moved, and is free again', async () => {
  const ended = await announced();
  await app.app.db.transaction((tx) => endLine(app.app, tx, ended.id));
  const after = await afterTheWait(app, ended.noa, ended.id);
  expect(after).toMatchObject({ status: 'ended', sim: { state: 'stopped' } });
  await ended.noa.call(stepUp, { password: 'Anchor7!' });
  const refused = await ended.noa.refusal(replaceSim, { id: ended.id, simType: 'esim' });
  expect(refused.problem.reason).toBe('line_ended');
  const paused = await announced();
  await app.app.db.transaction((tx) => suspendLine(app.app, tx, paused.id, 'by_operator'));
  expect((await afterTheWait(app, paused.noa, paused.id)).sim?.state).toBe('stopped');
  const { rows } = await sql`select from line_work
    where line_id in (${ended.id}, ${paused.id})`.execute(app.app.db.query);
  expect(rows).toEqual([]);
});

test('[K14] a line that ends while its card is in the mail: the carrier stops the card', async () => {
  const { noa, line, id } = await announced(byMail);
  await afterTheWait(app, noa, id);
  await app.app.db.transaction((tx) => endLine(app.app, tx, id));
  await passHours(app, 1);
  await simWhen(app, noa, id, 'stopped');
  await passDays(app, 4);
  expect((await noa.call(viewLine, { id })).iccid).toBe(line.iccid);
});

test('[K14] [K24] an agent neither asks for nor stops a SIM change', async () => {
  const { noa, id } = await announced();
  const agent = await asAgent(app, noa.email);
  for (const [call, input] of [
    [replaceSim, { id, simType: 'esim' }],
    [stopReplacement, { id }],
  ] as const) {
    expect(await agent.refusal(call, input)).toMatchObject({
      status: 403,
      problem: { code: 'forbidden' },
    });
  }
  expect((await noa.call(viewLine, { id })).sim?.state).toBe('announced');
});

test('[K14] another customer neither asks for nor stops a SIM change', async () => {
  const { line } = await withOpenSim(app);
  const stranger = await newcomer(app);
  const asks = { id: line.id, simType: 'esim' };
  expect((await stranger.refusal(replaceSim, asks)).status).toBe(404);
  expect((await stranger.refusal(stopReplacement, { id: line.id })).status).toBe(404);
});

test('[K14] the address that a card went to is in no email, and is forgotten when it is over', async () => {
  const { noa, id } = await announced(byMail);
  await afterTheWait(app, noa, id);
  await activateMailed(app, noa, id);
  await passHours(app, 1);
  await simWhen(app, noa, id, 'done');
  expect((await subjects(noa, /SIM/)).length).toBeGreaterThan(2);
  for (const { text } of await subjects(noa, /./)) expect(text).not.toMatch(/Main St|LPA:/);
  const { rows } = await sql<{ shipping: string | null }>`
    select shipping from sim_replacements where line_id = ${id}`.execute(app.app.db.query);
  expect(rows).toEqual([{ shipping: null }]);
});
