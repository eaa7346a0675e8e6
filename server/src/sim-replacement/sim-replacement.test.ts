import { viewLine } from '@portside/contract/line-detail';
import { quotePlanChange } from '@portside/contract/plan-change';
import { renewLine, quoteRenewal } from '@portside/contract/renewals';
import { listActivity } from '@portside/contract/sessions';
import { viewEsim } from '@portside/contract/sim';
import { replaceSim, stopReplacement } from '@portside/contract/sim-replacement';
import { stepUp } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../clock.ts';
import { freshKey, passDays, passHours } from '../testing/line-life.ts';
import { allEmailsSent, nextEmail } from '../testing/mailbox.ts';
import {
  activateMailed,
  afterTheWait,
  openSimLock,
  simWhen,
  withOpenSim,
} from '../testing/new-sim.ts';
import { cards, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { suspendLine } from '../lines/suspension.ts';
import { beginDue } from './moving-sim.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };
const prove = (noa: { call: typeof app.anyone.call }) => noa.call(stepUp, { password: 'Anchor7!' });
const carrier = (mode: string) =>
  app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });

test('[K14] a new eSIM is told by email first, begins 15 minutes later, and keeps number and paid days', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  const before = await noa.call(viewLine, { id });
  const asked = app.clock.now();
  const { message, sim } = await noa.call(replaceSim, { id, simType: 'esim' });
  expect(message).toBe('The change begins in 15 minutes. We sent you an email.');
  expect(sim).toMatchObject({ type: 'esim', state: 'announced', isMailed: false });
  expect(Date.parse(sim.effectiveAt)).toBeGreaterThanOrEqual(asked.getTime() + minutes(15));
  const email = await nextEmail(app, noa.email, /gets a new SIM on/);
  expect(email.text).toContain('This wasn’t me');
  expect(email.text).not.toContain('LPA:');
  app.clock.move(minutes(14));
  await beginDue(app.app);
  expect((await noa.call(viewLine, { id })).sim).toEqual(sim);
  app.clock.move(minutes(1) + 1000);
  await beginDue(app.app);
  // The carrier needs seconds; two minutes later a phone has the code, and it is masked.
  app.clock.move(seconds(10));
  const after = await simWhen(app, noa, id, 'done');
  expect(after).toMatchObject({ mdn: before.mdn, paidUntil: before.paidUntil, status: 'active' });
  expect(after.iccid).not.toBe(before.iccid);
  expect((await nextEmail(app, noa.email, /is on its new SIM/)).text).toContain('This wasn’t me');
  const { carrier: port } = app.adapters;
  expect((await port.viewEsim(before.iccid))?.state).toBe('deleted');
  await prove(noa);
  const esim = await noa.call(viewEsim, { id });
  expect(esim).toMatchObject({ masked: false });
  expect(esim.activationCode).toBe((await port.viewEsim(after.iccid))?.activationCode);
  // The tile leads to its set-up, as at first.
  expect((await noa.call(viewLine, { id })).nextAction).toBe('set_up_sim');
  const { activity } = await noa.call(listActivity, {});
  expect(activity.map((one) => one.kind)).toContain('sim_change_asked');
  await passDays(app, 2);
  expect((await noa.call(viewLine, { id })).sim).toBeUndefined();
});

test('[K14] from eSIM to a card that the customer has, and back to an eSIM', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  const iccid = '8901410000000005500';
  await noa.call(replaceSim, { id, simType: 'physical', iccid });
  expect(await afterTheWait(app, noa, id)).toMatchObject({
    simType: 'physical',
    iccid,
    mdn: line.mdn,
    sim: { state: 'done' },
  });
  await prove(noa);
  expect((await noa.refusal(viewEsim, { id })).problem.reason).toBe('no_esim');
  await noa.call(replaceSim, { id, simType: 'esim' });
  const back = await afterTheWait(app, noa, id);
  expect(back).toMatchObject({ simType: 'esim', mdn: line.mdn, sim: { state: 'done' } });
  expect(back.iccid).not.toBe(iccid);
});

test('[K14] a card by mail: the old SIM works until the card does, and the line can be paid for meanwhile', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  const { message } = await noa.call(replaceSim, { id, simType: 'physical', shipping });
  expect(message).toBe('We’ll prepare your SIM card in 15 minutes. We sent you an email.');
  const first = await nextEmail(app, noa.email, /^We’ll prepare a SIM card for your line .+ on /);
  expect(first.text).toContain('The SIM that you have works until you activate the card.');
  expect(first.text).not.toContain('The change begins');
  const mailed = await afterTheWait(app, noa, id);
  expect(mailed.sim).toMatchObject({ state: 'under_way', isMailed: true });
  expect(mailed.iccid).toBe(line.iccid);
  await nextEmail(app, noa.email, /We’re preparing a SIM card/);
  expect((await app.adapters.carrier.viewEsim(line.iccid))?.state).not.toBe('deleted');
  // Not busy: too early is the renewal's own answer.
  const early = await noa.refusal(quoteRenewal, { id });
  expect(early.problem.reason).toBe('too_early');
  await prove(noa);
  const again = await noa.refusal(replaceSim, { id, simType: 'esim' });
  expect(again.problem).toMatchObject({ reason: 'busy', with: 'sim_replacement' });
  await activateMailed(app, noa, id);
  await passHours(app, 1);
  const done = await simWhen(app, noa, id, 'done');
  expect(done).toMatchObject({ simType: 'physical', mdn: line.mdn });
  expect(done.iccid).not.toBe(line.iccid);
  // A card shows no set-up in the account.
  const { text } = await nextEmail(app, noa.email, /is on its new SIM/);
  expect(text).toContain('Put the card in your phone and restart it.');
});

test('[K14] one press stops it before it begins, without a proof, and a new one can be asked for', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  await noa.call(replaceSim, { id, simType: 'esim' });
  app.clock.move(minutes(11));
  expect((await noa.refusal(replaceSim, { id, simType: 'esim' })).problem.reason).toBe(
    'proof_required',
  );
  await noa.call(stopReplacement, { id });
  await nextEmail(app, noa.email, /was stopped/);
  const stopped = await afterTheWait(app, noa, id);
  expect(stopped.sim).toMatchObject({ state: 'stopped', why: 'You stopped it.' });
  expect(stopped.iccid).toBe(line.iccid);
  expect((await noa.call(stopReplacement, { id })).message).toBe('There’s no SIM change to stop.');
  await prove(noa);
  await noa.call(replaceSim, { id, simType: 'esim' });
  expect((await afterTheWait(app, noa, id)).sim?.state).toBe('done');
  expect((await noa.refusal(stopReplacement, { id })).problem.reason).toBe('too_late');
});

test('[K14] a mailed card is stopped at the carrier, and never takes the line', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  await noa.call(replaceSim, { id, simType: 'physical', shipping });
  await afterTheWait(app, noa, id);
  await noa.call(stopReplacement, { id });
  expect((await simWhen(app, noa, id, 'stopped')).sim?.isStopping).toBe(false);
  await passDays(app, 4);
  expect((await noa.call(viewLine, { id })).iccid).toBe(line.iccid);
});

test('[K14] a carrier that refuses: told, and the old SIM works on', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  await noa.call(replaceSim, { id, simType: 'physical', iccid: '8901410000000008887' });
  const failed = await afterTheWait(app, noa, id);
  expect(failed.sim).toMatchObject({ state: 'failed', why: 'The network refused it.' });
  expect(failed).toMatchObject({ iccid: line.iccid, simType: 'esim', status: 'active' });
  await nextEmail(app, noa.email, /could not move/);
  await prove(noa);
  await noa.call(replaceSim, { id, simType: 'esim' });
});

test('[K14] a lost answer of the carrier makes one change, not two', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  const iccid = '8901410000000008886';
  await noa.call(replaceSim, { id, simType: 'physical', iccid });
  await passHours(app, 1);
  await passHours(app, 1);
  expect(await simWhen(app, noa, id, 'done')).toMatchObject({ iccid, simType: 'physical' });
  await allEmailsSent(app);
  const emails = await app.emails(noa.email);
  expect(emails.filter((one) => /is on its new SIM/.test(one.subject))).toHaveLength(1);
});

test('[K14] a carrier that is down is asked again when it is back', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  await noa.call(replaceSim, { id, simType: 'esim' });
  await carrier('down');
  expect((await afterTheWait(app, noa, id)).sim?.state).toBe('under_way');
  await carrier('none');
  await passHours(app, 1);
  expect((await simWhen(app, noa, id, 'done')).iccid).not.toBe(line.iccid);
});

test('[K14] a card needs its number or an address, and has to be one of ours that nobody uses', async () => {
  const { noa, line } = await withOpenSim(app);
  const other = await withOpenSim(app);
  const ask = async (more: object) =>
    (await noa.refusal(replaceSim, { id: line.id, simType: 'physical', ...more })).problem;
  expect((await ask({})).reason).toBe('card_needed');
  expect((await ask({ iccid: '8901260000000000030' })).reason).toBe('sim_unknown');
  expect((await ask({ iccid: '8901410000000000039' })).reason).toBe('sim_in_use');
  expect((await ask({ iccid: other.line.iccid })).reason).toBe('sim_in_use');
  expect((await ask({ iccid: line.iccid })).reason).toBe('sim_in_use');
  expect((await ask({ shipping: { ...shipping, state: 'CA' } })).code).toBe('invalid');
  const iccid = '8901410000000006607';
  await other.noa.call(replaceSim, { id: other.line.id, simType: 'physical', iccid });
  expect((await ask({ iccid })).reason).toBe('sim_in_use');
});

test('[K14] a line that is blocked gets a new SIM and stays blocked; one that is unpaid gets none', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  const suspend = (reason: 'blocked' | 'unpaid') =>
    app.app.db.transaction((tx) => suspendLine(app.app, tx, id, reason));
  await suspend('blocked');
  await noa.call(replaceSim, { id, simType: 'esim' });
  const moved = await afterTheWait(app, noa, id);
  expect(moved).toMatchObject({ statusReason: 'blocked', sim: { state: 'done' } });
  expect(moved.iccid).not.toBe(line.iccid);
  const { msisdn } = { msisdn: line.mdn };
  expect(await app.adapters.carrier.viewLine({ msisdn })).toBe('suspended');
  await suspend('unpaid');
  await prove(noa);
  const refused = await noa.refusal(replaceSim, { id, simType: 'esim' });
  expect(refused.problem.reason).toBe('not_active');
});

test('[K14] while a change waits, the line can be paid, and no plan change begins: it says why', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  await passDays(app, 21);
  await openSimLock(app, id);
  await prove(noa);
  await noa.call(replaceSim, { id, simType: 'esim' });
  const planId = 'clipper-unlimited';
  const busy = (await noa.refusal(quotePlanChange, { id, planId, when: 'now' })).problem;
  expect(busy).toMatchObject({ reason: 'busy', with: 'sim_replacement' });
  const { quoteId } = await noa.call(quoteRenewal, { id });
  const paying = {
    id,
    quoteId,
    idempotencyKey: freshKey(),
    paymentToken: await paymentToken(app, cards.visa),
  };
  expect(await noa.call(renewLine, paying)).toMatchObject({ status: 'paid' });
  expect((await afterTheWait(app, noa, id)).sim?.state).toBe('done');
});
