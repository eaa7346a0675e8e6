import { endForCustomer } from '@portside/contract/console/line-actions';
import { startVerification } from '@portside/contract/console/verification';
import type { Endpoint } from '@portside/contract/endpoint';
import { blockLine, unblockLine } from '@portside/contract/line-block';
import { viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import * as handover from '@portside/contract/line-handover';
import { endHold, holdLine } from '@portside/contract/line-hold';
import { setLocks } from '@portside/contract/line-locks';
import { changeNumber } from '@portside/contract/number-change';
import { openPortOut } from '@portside/contract/port-out';
import { askErasure } from '@portside/contract/privacy';
import { listActivity } from '@portside/contract/sessions';
import { replaceSim } from '@portside/contract/sim-replacement';
import { viewUser } from '@portside/contract/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy, confirmed, offerTo, quay, unlock, withFreeLine } from '../testing/handing-over.ts';
import { lineOf, passDays, passHours, renew, withLine } from '../testing/line-life.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { activateMailed, afterTheWait, openSimLock } from '../testing/new-sim.ts';
import { again, becomes, sell, withHeldLine } from '../testing/on-hold.ts';
import { inTime } from '../testing/passing-time.ts';
import { bring } from '../testing/porting.ts';
import { proving } from '../testing/proving.ts';
import { free, keep } from '../testing/separating.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { keptSince } from './kept-lines.ts';

/* SIM, number and end of a line stay as they are until it is decided whose it becomes (P05). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  await sell(app, { id: 'data-2', name: 'Extra 2 GB', price: 6, megabytes: 2000 });
});
afterAll(() => app.close());

/** As whatever else that is under way. */
const sentence = 'Something else is under way on this line. Please try again in a moment.';

type Noa = Awaited<ReturnType<typeof confirmed>>;

async function kept(noa: Noa, endpoint: Endpoint, input: object): Promise<void> {
  await proving(noa);
  const { problem } = await noa.refusal(endpoint, input as never);
  expect([endpoint.name, problem.reason, problem.message]).toEqual([
    endpoint.name,
    'busy',
    sentence,
  ]);
  expect(problem).not.toHaveProperty('with');
}

test('[P05] a kept line keeps its SIM, its number and its end, on each way to them, with one sentence', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id } = line;
  await keep(app, id);
  await keep(app, id);
  expect(await keptSince(app.app.db.query, id)).toBeInstanceOf(Date);
  await kept(noa, replaceSim, { id, simType: 'esim' });
  await kept(noa, changeNumber, { id, zipCode: '94105' });
  await kept(noa, openPortOut, { id });
  await kept(noa, handover.offerLine, { id, email: 'omar@example.com' });
  await kept(noa, endLine, { id });
  await kept(noa, endLine, { id, when: 'period' });
  await expect(bring(noa, '2125550193', { lineId: id })).rejects.toThrow(sentence);
  const after = await noa.call(viewLine, { id });
  expect(after).toMatchObject({ status: 'active', mdn: line.mdn, iccid: line.iccid });
  expect(after).not.toHaveProperty('underWay');
  // Locks that hold are not turned off, and those that are off may be turned on.
  await noa.call(setLocks, { id, sim: true, number: true });
  await kept(noa, setLocks, { id, sim: false });
  await kept(noa, setLocks, { id, number: false });
  await free(app, id);
  await free(app, id);
  expect(await keptSince(app.app.db.query, id)).toBeUndefined();
  await proving(noa);
  await noa.call(endLine, { id });
});

test('[P05] it can’t be put on hold meanwhile; one that is on hold can be turned on', async () => {
  const { noa, line } = await withLine(app);
  await keep(app, line.id);
  await kept(noa, holdLine, { id: line.id, days: 30, costDays: 3 });
  const held = await withHeldLine(app, 30);
  await keep(app, held.line.id);
  await held.noa.call(endHold, { id: held.line.id });
  await becomes(app, held.line.mdn, 'active');
});

test('[P05] staff of the console are told the same', async () => {
  const { noa, line } = await withLine(app);
  await keep(app, line.id);
  const agent = await app.staff('agent');
  const { id } = await noa.call(viewUser, {});
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-2' });
  const { problem } = await agent.refusal(endForCustomer, { id: line.id, reason: 'They asked' });
  expect([problem.reason, problem.message]).toEqual(['busy', sentence]);
});

test('[P05] paying, buying, blocking and unblocking go on', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await keep(app, id);
  await buy(app, noa, id, 'data-2');
  await noa.call(blockLine, { id, reason: 'stolen' });
  await becomes(app, mdn, 'suspended');
  await proving(noa);
  await noa.call(unblockLine, { id });
  await becomes(app, mdn, 'active');
  await passDays(app, 25);
  const me = await again(app, noa);
  await renew(app, me, id);
  expect(Date.parse((await lineOf(me, id)).paidUntil ?? '')).toBeGreaterThan(
    Date.parse(line.paidUntil ?? ''),
  );
});

test('[P05] [K17] an ending that was noted before is not carried out until it is free', async () => {
  const { noa, line } = await withLine(app);
  await proving(noa);
  await noa.call(endLine, { id: line.id });
  await keep(app, line.id);
  await passDays(app, 32);
  let me = await again(app, noa);
  expect((await lineOf(me, line.id)).status).toBe('active');
  await free(app, line.id);
  await passHours(app, 1);
  me = await again(app, noa);
  expect((await lineOf(me, line.id)).status).toBe('ended');
});

test('[P05] [K06] its number is not given up for want of payment until it is free', async () => {
  const { noa, line } = await withLine(app);
  await keep(app, line.id);
  await passDays(app, 130);
  let me = await again(app, noa);
  expect((await lineOf(me, line.id)).status).toBe('suspended');
  await free(app, line.id);
  await passHours(app, 25);
  me = await again(app, noa);
  expect((await lineOf(me, line.id)).status).toBe('ended');
});

test('[P05] [K16] an open transfer PIN ends without a word, and the carrier keeps the number', async () => {
  const { noa, line } = await withFreeLine(app);
  const { id, mdn: msisdn } = line;
  await app.adapters.carrier.setNumberLock({ msisdn, on: false });
  await proving(noa);
  const { transferPin } = await noa.call(openPortOut, { id });
  await allEmailsSent(app);
  const subjects = async () => (await app.emails(noa.email, 0)).map(({ subject }) => subject);
  const before = await subjects();
  const did = (await noa.call(listActivity, {})).activity.length;
  await keep(app, id);
  await inTime(app, async () =>
    (await app.adapters.carrier.viewNumberLock({ msisdn })) ? true : undefined,
  );
  const ask = async () => {
    const answer = await app.fetch('/sandbox/carrier/portout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msisdn, step: 'request', transferPin }),
    });
    return answer.status;
  };
  expect(await ask()).toBe(409);
  // As its holder left it, it looks the same.
  expect((await noa.call(viewLine, { id })).locks.number.on).toBe(false);
  await free(app, id);
  await inTime(app, async () =>
    (await app.adapters.carrier.viewNumberLock({ msisdn })) ? undefined : true,
  );
  expect(await ask()).toBe(409);
  await allEmailsSent(app);
  // What whoever asks with a PIN that is over causes, for any line.
  const since = (await subjects()).filter((one) => !one.startsWith('We refused a request'));
  expect(since).toEqual(before);
  expect((await noa.call(listActivity, {})).activity).toHaveLength(did);
});

test('[P05] [P06] an offer that is open stays, and can’t be accepted', async () => {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await proving(noa);
  await offerTo(noa, line.id, omar.email);
  await keep(app, line.id);
  const [offer] = (await omar.call(handover.listHandovers, {})).offers;
  const take = { id: offer?.id ?? '', ...quay };
  await proving(omar);
  expect((await omar.refusal(handover.acceptHandover, take)).problem.reason).toBe('not_now');
  await free(app, line.id);
  await unlock(app, line.id);
  await proving(omar);
  await omar.call(handover.acceptHandover, take);
});

test('[P05] [K14] a SIM change that was asked for before begins once it is free', async () => {
  const { noa, line } = await withLine(app);
  await openSimLock(app, line.id);
  await proving(noa);
  await noa.call(replaceSim, { id: line.id, simType: 'esim' });
  await keep(app, line.id);
  expect(await afterTheWait(app, noa, line.id)).toMatchObject({
    iccid: line.iccid,
    sim: { state: 'announced' },
  });
  await free(app, line.id);
  await passHours(app, 1);
  expect((await lineOf(noa, line.id)).iccid).not.toBe(line.iccid);
});

test('[P05] [K14] a card that was in the mail takes the line once it is free', async () => {
  const { noa, line } = await withLine(app);
  await openSimLock(app, line.id);
  await proving(noa);
  const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };
  await noa.call(replaceSim, { id: line.id, simType: 'physical', shipping });
  await afterTheWait(app, noa, line.id);
  await keep(app, line.id);
  const iccid = await activateMailed(app, noa, line.id);
  await passHours(app, 1);
  expect((await lineOf(noa, line.id)).iccid).toBe(line.iccid);
  await free(app, line.id);
  await passHours(app, 1);
  expect((await lineOf(noa, line.id)).iccid).toBe(iccid);
});

test('[P05] [I10] the account can’t be erased meanwhile: its line lives', async () => {
  const { noa, line } = await withLine(app);
  await keep(app, line.id);
  await proving(noa);
  expect((await noa.refusal(askErasure, {})).problem.reason).toBe('line_live');
});
