import { blockLine, unblockLine } from '@portside/contract/line-block';
import { viewLine } from '@portside/contract/line-detail';
import { setAutopay } from '@portside/contract/autopay';
import { viewLineHealth } from '@portside/contract/line-health';
import { listLines } from '@portside/contract/lines';
import { listActivity } from '@portside/contract/sessions';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAgent } from '../testing/as-agent.ts';
import { passDays, passHours, renew, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { endLine, liftSuspension, suspendLine } from './suspension.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const view = (noa: Noa, id: string) => noa.call(viewLine, { id });
const prove = (noa: Noa) => noa.call(stepUp, { password: 'Anchor7!' });
const atCarrier = (msisdn: string) => app.adapters.carrier.viewLine({ msisdn });
const becomes = (msisdn: string, state: string) =>
  app.eventually(async () => (await atCarrier(msisdn)) === state || undefined);
const carrier = (mode: string) =>
  app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
const subjects = async (noa: Noa) =>
  (await app.emails(noa.email, 0)).map((one) => one.subject).filter((one) => /block/.test(one));

test('[K13] a line is blocked without a proof, at the carrier and on its page, and told once', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  // The last proof is long ago.
  await passHours(app, 1);
  const reasons = ['lost', 'other'] as const;
  const twice = await Promise.all(reasons.map((reason) => noa.call(blockLine, { id, reason })));
  // The second press may come after the network's answer to the first.
  const asked = 'We asked the network to block your line. You’ll get an email when it’s done.';
  const said = twice.map(({ message }) => message);
  expect(said).toContain(asked);
  const possible = [asked, 'Your line is blocked. Nobody can use it now.'];
  expect(said.filter((one) => !possible.includes(one))).toEqual([]);
  // At once, whatever the carrier does.
  const blocked = await view(noa, id);
  expect(blocked).toMatchObject({
    status: 'suspended',
    statusReason: 'blocked',
    nextAction: 'unblock',
    paidUntil: line.paidUntil,
  });
  expect(blocked).not.toHaveProperty('numberKeptUntil');
  const { lines } = await noa.call(listLines, {});
  expect(lines[0]).toMatchObject({ status: 'suspended', nextAction: 'unblock' });
  await becomes(mdn, 'suspended');
  const email = await emailWhen(app, noa.email, /is blocked$/);
  expect(email.text).toContain('The days you’ve paid for keep running');
  expect(email.text).toContain('If you didn’t do this');
  expect(await subjects(noa)).toHaveLength(1);
  const { activity } = await noa.call(listActivity, {});
  expect(activity.filter(({ kind }) => kind === 'line_blocked')).toHaveLength(1);
});

test('[K13] unblocking asks for a fresh proof, and the line works again', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await noa.call(blockLine, { id });
  await becomes(mdn, 'suspended');
  await passHours(app, 1);
  const { status, problem } = await noa.refusal(unblockLine, { id });
  expect([status, problem.reason]).toEqual([422, 'proof_required']);
  expect((await view(noa, id)).statusReason).toBe('blocked');
  await prove(noa);
  const { message } = await noa.call(unblockLine, { id });
  expect(message).toBe(
    'We asked the network to turn your line back on. You’ll get an email when it works.',
  );
  await app.eventually(async () => (await view(noa, id)).status === 'active' || undefined);
  expect(await atCarrier(mdn)).toBe('active');
  await emailWhen(app, noa.email, /is unblocked$/);
  // Again, as after a lost answer.
  await noa.call(unblockLine, { id });
  expect(await subjects(noa)).toHaveLength(2);
  const { activity } = await noa.call(listActivity, {});
  expect(activity.filter(({ kind }) => kind === 'line_unblocked')).toHaveLength(1);
});

test('[K13] [K06] a blocked line that is paid late stays blocked, and works once it is unblocked', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await noa.call(blockLine, { id });
  await passDays(app, 31);
  const unpaid = await view(noa, id);
  expect(unpaid).toMatchObject({ statusReason: 'blocked', nextAction: 'unblock' });
  expect(unpaid.numberKeptUntil).toBeDefined();
  await renew(app, noa, id);
  const paid = await view(noa, id);
  expect(paid).toMatchObject({ status: 'suspended', statusReason: 'blocked' });
  expect(paid).not.toHaveProperty('numberKeptUntil');
  await passHours(app, 1);
  expect(await atCarrier(mdn)).toBe('suspended');
  await prove(noa);
  await noa.call(unblockLine, { id });
  await app.eventually(async () => (await view(noa, id)).status === 'active' || undefined);
  expect(await atCarrier(mdn)).toBe('active');
});

test('[K13] [K06] a line that is unblocked and not paid says so, and stays paused', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await passDays(app, 31);
  await noa.call(blockLine, { id });
  await prove(noa);
  const { message } = await noa.call(unblockLine, { id });
  expect(message).toBe(
    'Your line is unblocked. It’s still paused, because its next 30 days aren’t paid.',
  );
  await passHours(app, 1);
  expect(await view(noa, id)).toMatchObject({ statusReason: 'unpaid', nextAction: 'renew' });
  expect(await atCarrier(mdn)).toBe('suspended');
  expect((await emailWhen(app, noa.email, /is unblocked$/)).text).toContain('still paused');
});

test('[K13] [K04] the paid days of a blocked line run on, and autopay charges the next ones', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { consent } = (await view(noa, id)).autopay;
  await noa.call(setAutopay, { id, on: true, consent: consent.version });
  await noa.call(blockLine, { id });
  await passDays(app, 31);
  const charged = await view(noa, id);
  expect(charged).toMatchObject({ status: 'suspended', statusReason: 'blocked' });
  expect(Date.parse(charged.paidUntil ?? '')).toBeGreaterThan(app.clock.now().getTime());
  expect(charged.period?.from).toBe(line.paidUntil);
});

test('[K13] only a line that works can be blocked, and none that has ended', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { query } = app.app.db;
  await sql`update lines set status = 'activating' where id = ${id}`.execute(query);
  expect((await noa.refusal(blockLine, { id })).problem.reason).toBe('not_active');
  await sql`update lines set status = 'active' where id = ${id}`.execute(query);
  await app.app.db.transaction((tx) => endLine(app.app, tx, id));
  expect((await noa.refusal(blockLine, { id })).problem.reason).toBe('line_ended');
  await prove(noa);
  expect((await noa.refusal(unblockLine, { id })).problem.reason).toBe('line_ended');
  expect(await subjects(noa)).toEqual([]);
});

test('[K13] [K24] an agent neither blocks nor unblocks', async () => {
  const { noa, line } = await withLine(app);
  const agent = await asAgent(app, noa.email);
  for (const call of [blockLine, unblockLine]) {
    expect((await agent.refusal(call, { id: line.id })).status).toBe(403);
  }
  expect((await view(noa, line.id)).status).toBe('active');
});

test('[K13] nothing is called blocked or unblocked before the network confirmed it; what is late is told', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  const kinds = async () => (await noa.call(listActivity, {})).activity.map(({ kind }) => kind);
  const block = async () =>
    (await noa.call(viewLineHealth, { id })).findings.find(({ code }) => code === 'block');
  await carrier('down');
  const { message } = await noa.call(blockLine, { id, reason: 'stolen' });
  expect(message).toBe(
    'We asked the network to block your line. You’ll get an email when it’s done.',
  );
  const asked = await view(noa, id);
  expect(asked).toMatchObject({
    statusReason: 'blocked',
    network: { asked: 'block', isLate: false },
  });
  expect((await noa.call(listLines, {})).lines[0]?.network).toEqual(asked.network);
  expect((await block())?.message).toContain('is blocking this line');
  expect(await subjects(noa)).toEqual([]);

  await passHours(app, 1);
  expect((await view(noa, id)).network).toMatchObject({ asked: 'block', isLate: true });
  expect((await block())?.message).toContain('Somebody could still use it');
  const late = await emailWhen(app, noa.email, /isn’t blocked yet$/);
  expect(late.text).toContain('somebody could still use it');
  expect(late.text).toContain('call us: (');
  // Pressed again, it is the same ask.
  await noa.call(blockLine, { id });
  expect((await view(noa, id)).network?.isLate).toBe(true);
  expect(await kinds()).not.toContain('line_block_confirmed');

  await carrier('none');
  await passHours(app, 1);
  await becomes(mdn, 'suspended');
  await emailWhen(app, noa.email, /is blocked$/);
  expect(await view(noa, id)).not.toHaveProperty('network');
  expect((await block())?.message).toContain('Nobody can use it');
  expect(await kinds()).toContain('line_block_confirmed');

  await carrier('down');
  await prove(noa);
  await noa.call(unblockLine, { id });
  expect(await view(noa, id)).toMatchObject({ status: 'suspended', network: { asked: 'unblock' } });
  await passHours(app, 1);
  await emailWhen(app, noa.email, /isn’t back on yet$/);
  expect(await subjects(noa)).not.toContainEqual(expect.stringMatching(/is unblocked$/));
  await carrier('none');
  await passHours(app, 1);
  await emailWhen(app, noa.email, /is unblocked$/);
  expect(await view(noa, id)).toMatchObject({ status: 'active' });
  expect((await kinds()).slice(0, 3)).toEqual([
    'line_unblock_confirmed',
    'line_unblock_late',
    'line_unblocked',
  ]);
  // Each once: late, blocked, unblocked.
  expect((await subjects(noa)).length).toBe(3);
});

test('[K13] blocked and unblocked at once, only the last of the two is confirmed and told', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await carrier('down');
  await noa.call(blockLine, { id });
  await prove(noa);
  await noa.call(unblockLine, { id });
  await carrier('none');
  await passHours(app, 1);
  expect(await view(noa, id)).toMatchObject({ status: 'active' });
  expect(await atCarrier(mdn)).toBe('active');
  expect((await subjects(noa)).filter((one) => /is (un)?blocked$/.test(one))).toHaveLength(1);
});

test('[K13] a pause that comes and goes while the network is blocking the line takes no email away', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await carrier('down');
  await noa.call(blockLine, { id });
  const { db } = app.app;
  await db.transaction((tx) => suspendLine(app.app, tx, id, 'unpaid'));
  await db.transaction((tx) => liftSuspension(app.app, tx, id, 'unpaid'));
  expect((await view(noa, id)).network).toMatchObject({ asked: 'block' });
  await carrier('none');
  await passHours(app, 1);
  await becomes(mdn, 'suspended');
  await emailWhen(app, noa.email, /is blocked$/);
});
