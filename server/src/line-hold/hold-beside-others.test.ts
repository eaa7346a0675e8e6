import { viewUser } from '@portside/contract/account';
import { resumeForCustomer } from '@portside/contract/console/line-actions';
import { startVerification } from '@portside/contract/console/verification';
import { dateAlone } from '@portside/contract/formats';
import { blockLine, unblockLine } from '@portside/contract/line-block';
import { endLine as askEnd } from '@portside/contract/line-ending';
import { endHold } from '@portside/contract/line-hold';
import { replaceSim } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import { suspendLine } from '../lines/suspension.ts';
import { passDays, passHours, renew, withLine, type Noa } from '../testing/line-life.ts';
import { openSimLock, simWhen } from '../testing/new-sim.ts';
import * as held from '../testing/on-hold.ts';
import { becomes, hold, prove, subjects, view, withHeldLine } from '../testing/on-hold.ts';
import { emailWhen, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* A hold beside what else happens to a line: at the carrier, by its customer, and by staff. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());
afterEach(() => carrier('none'));

const carrier = (mode: 'none' | 'down') => held.carrier(app, mode);
const again = (noa: Noa) => held.again(app, noa);
const pausedByStaff = (id: string) =>
  app.app.db.transaction((tx) => suspendLine(app.app, tx, id, 'by_operator'));
/** Everything has been sent, so what is not there never comes. */
async function textOf(noa: Noa, subject: RegExp) {
  expect(await subjects(app, noa)).toContainEqual(expect.stringMatching(subject));
  return (await emailWhen(app, noa.email, subject)).text;
}

test('[P09] [M07] a line on hold that the carrier ends is ended here, and its owner is told', async () => {
  const { noa, line } = await withHeldLine(app, 30);
  const { id, mdn } = line;
  const looks = vi.spyOn(app.adapters.carrier, 'viewLine');
  const answer = await app.fetch('/sandbox/carrier/line', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn: mdn, state: 'ended' }),
  });
  expect(await answer.json()).toEqual({ msisdn: mdn, state: 'ended' });
  // The notice of it comes by itself.
  await app.eventually(async () => looks.mock.calls.length > 0 || undefined);
  looks.mockRestore();
  await passHours(app, 1);
  expect((await view(noa, id)).status).toBe('ended');
  expect(await textOf(noa, /has ended$/)).toContain('Our network ended your line');
});

test('[P09] [K14] a line on hold gets a new SIM, and stays on hold with it', async () => {
  const { noa, line } = await withHeldLine(app, 30);
  const { id, mdn } = line;
  const { iccid: old, heldUntil } = await view(noa, id);
  await openSimLock(app, id);
  await prove(noa);
  await noa.call(replaceSim, { id, simType: 'esim' });
  await passHours(app, 1);
  const now = await simWhen(app, noa, id, 'done');
  expect(now.iccid).not.toBe(old);
  expect(now).toMatchObject({ mdn, status: 'suspended', statusReason: 'on_hold', heldUntil });
  expect(await app.adapters.carrier.viewLine({ msisdn: mdn })).toBe('suspended');
});

test('[P09] [K13] unblocked before the network did anything, a line is said to be put on hold, not to be on it', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await carrier('down');
  await hold(noa, id, 30);
  await noa.call(blockLine, { id });
  await prove(noa);
  const { message } = await noa.call(unblockLine, { id });
  expect.soft(message).toMatch(/is being put on hold/);
  expect((await view(noa, id)).network).toMatchObject({ asked: 'hold' });
  expect.soft(message).not.toMatch(/still on hold/);
  const text = await textOf(noa, /is unblocked$/);
  expect.soft(text).toMatch(/being put on hold/);
  expect.soft(text).not.toMatch(/still on hold/);
  await carrier('none');
  await passHours(app, 1);
  await becomes(app, mdn, 'suspended');
  await emailWhen(app, noa.email, /is on hold$/);
});

test('[P09] [K13] taken off hold before the network blocked it, a line is not called blocked yet', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await carrier('down');
  await hold(noa, id, 30);
  await noa.call(blockLine, { id });
  const { message } = await noa.call(endHold, { id });
  expect.soft(message).toMatch(/The network is still blocking/);
  expect.soft(message).not.toMatch(/is still blocked/);
  const text = await textOf(noa, /^The hold of .* is over$/);
  expect.soft(text).toMatch(/The network is still blocking/);
  expect.soft(text).not.toContain('stays blocked');
  await carrier('none');
  await passHours(app, 1);
  await becomes(app, mdn, 'suspended');
  await emailWhen(app, noa.email, /is blocked$/);
});

test('[P09] on hold and paused by staff meanwhile, the customer hears of both', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await carrier('down');
  await hold(noa, id, 30);
  await pausedByStaff(id);
  await carrier('none');
  await passHours(app, 1);
  await becomes(app, mdn, 'suspended');
  expect(await textOf(noa, /is on hold$/)).toMatch(/We paused it/);
});

test('[P09] [K13] blocked and on hold, one of two payments goes back: the customer hears that the hold is over', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await passDays(app, 21);
  const owner = await again(noa);
  const { orderId } = await renew(app, owner, id);
  await hold(owner, id, 30);
  await becomes(app, mdn, 'suspended');
  await emailWhen(app, noa.email, /is on hold$/);
  await owner.call(blockLine, { id });
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, owner, orderId, 'refunded');
  expect(await view(owner, id)).not.toHaveProperty('heldUntil');
  expect(await view(owner, id)).toMatchObject({ statusReason: 'blocked' });
  expect(await textOf(owner, /^The hold of .* is over$/)).toContain('stays blocked');
});

test('[P09] [K17] back on from hold, a line that is to end says on which day', async () => {
  const { noa, line } = await withHeldLine(app, 90);
  const { id, mdn } = line;
  await prove(noa);
  await noa.call(askEnd, { id });
  const { paidUntil } = await noa.call(endHold, { id });
  await becomes(app, mdn, 'active');
  const day = dateAlone(paidUntil ?? '', app.app.brands.byTenant(6).timeZone, 'en');
  expect((await emailWhen(app, noa.email, /is back on$/)).text).toContain(`ends on ${day}`);
});

test('[P09] [L09] "Resume" leaves the hold of a line that staff paused as it is', async () => {
  const { noa, line } = await withHeldLine(app, 30);
  const { id } = line;
  const agent = await app.staff('agent');
  const customer = await noa.call(viewUser, {});
  await agent.call(startVerification, { id: customer.id, how: 'ticket', reference: 'HELP-1' });
  const before = await view(noa, id);
  await pausedByStaff(id);
  const { message } = await agent.call(resumeForCustomer, { id, reason: 'They called' });
  expect(message).toMatch(/stays paused for another reason/);
  const now = await view(noa, id);
  expect(now.heldUntil).toBe(before.heldUntil);
  expect(now.underWay).toContain('hold');
  expect(now.paidUntil).toBe(before.paidUntil);
});

test('[P09] a line that a process of the version before ended is off its hold when that is due', async () => {
  const { noa, line } = await withHeldLine(app, 30);
  await sql`update lines set status = 'ended' where id = ${line.id}`.execute(app.app.db.query);
  await passDays(app, 31);
  const { rows } = await sql`select why_over from line_holds where line_id = ${line.id}`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([{ why_over: 'line_ended' }]);
  expect(await subjects(app, noa)).not.toContainEqual(expect.stringMatching(/is back on/));
});

test('[P09] a pause that a process of the version before noted is a hold, and no failure of the network', async () => {
  const { noa, line } = await withHeldLine(app, 30);
  await sql`update line_holds set confirmed_at = null where line_id = ${line.id}`.execute(
    app.app.db.query,
  );
  await passDays(app, 2);
  expect(await view(noa, line.id)).toMatchObject({ statusReason: 'on_hold' });
  expect(await subjects(app, noa)).not.toContainEqual(expect.stringMatching(/couldn’t be put/));
});
