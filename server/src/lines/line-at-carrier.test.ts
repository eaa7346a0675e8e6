import { viewLineHealth } from '@portside/contract/line-health';
import { viewLine } from '@portside/contract/line-detail';
import { changeNumber } from '@portside/contract/number-change';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { setLocks } from '@portside/contract/line-locks';
import { stepUp } from '@portside/contract/sign-in';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { carrierNoticeHeaders } from '../adapters/carrier/sandbox/notices.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { freshKey, passHours, withLine } from '../testing/line-life.ts';
import { cards, emailWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

/** What the carrier does at its own page. */
async function turn(msisdn: string, state: string) {
  const answer = await app.fetch('/sandbox/carrier/line', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, state }),
  });
  expect(await answer.json()).toEqual({ msisdn, state });
}

let notices = 0;
/** The carrier says that something changed, not what. */
async function notify(object: string, ref: string) {
  notices += 1;
  const id = `msg_by_hand_${notices}`;
  const body = JSON.stringify({ id, type: `${object}.changed`, data: { id: ref, object } });
  const headers = carrierNoticeHeaders(app.app, id, body);
  const answer = await app.fetch('/app/notices/carrier', { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

test('[M07] a line that the carrier limits is said to be so on its page, until the limit is lifted', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  const findings = async () =>
    (await noa.call(viewLineHealth, { id })).findings.map(({ message }) => message);
  const limited = 'The network limits what this line can do. Contact us, and we’ll find out why.';
  await turn(mdn, 'restricted');
  expect(await findings()).toContain(limited);
  expect(await noa.call(viewLine, { id })).toMatchObject({ status: 'active' });
  await turn(mdn, 'active');
  expect(await findings()).not.toContain(limited);
});

test('[M07] a line that the carrier ended ends here, once that is sure, and its owner is told', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  const looks = vi.spyOn(app.adapters.carrier, 'viewLine');
  await turn(mdn, 'ended');
  await app.eventually(async () => looks.mock.calls.length > 0 || undefined);
  expect(await noa.call(viewLine, { id })).toMatchObject({ status: 'active' });
  await passHours(app, 1);
  const ended = async () => (await noa.call(viewLine, { id })).status === 'ended' || undefined;
  await app.eventually(ended);
  const email = await emailWhen(app, noa.email, /line .* has ended$/);
  expect(email.text).toContain('Our network ended your line');
  expect(email.text).toContain('won’t be charged for it again');
});

test('[M07] a notice that a line has ended is not believed, but looked into', async () => {
  const { noa, line } = await withLine(app);
  const looks = vi.spyOn(app.adapters.carrier, 'viewLine');
  await notify('line', line.mdn);
  await app.eventually(async () => looks.mock.calls.length > 0 || undefined);
  await passHours(app, 1);
  await allEmailsSent(app);
  expect(await noa.call(viewLine, { id: line.id })).toMatchObject({ status: 'active' });
});

test('[M07] a plan change that the carrier takes its time for is done when a notice tells of the plan', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  const tell = vi.spyOn(app.adapters.carrier, 'changePlan').mockResolvedValue({ kind: 'pending' });
  const { quoteId } = await noa.call(quotePlanChange, { id, planId: 'skiff-2', when: 'now' });
  const paying = { idempotencyKey: freshKey(), paymentToken: await paymentToken(app, cards.visa) };
  await noa.call(changePlan, { id, quoteId, ...paying });
  await app.eventually(async () => tell.mock.calls.length > 0 || undefined);
  expect((await noa.call(viewLine, { id })).plan.id).toBe('sloop-12');
  tell.mockRestore();
  await notify('plan', mdn);
  await app.eventually(
    async () => (await noa.call(viewLine, { id })).plan.id === 'skiff-2' || undefined,
  );
});

test('[M07] a number that the carrier takes its time to change is changed when a notice tells of it', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await noa.call(stepUp, { password: 'Anchor7!' });
  await noa.call(setLocks, { id, number: false });
  await passHours(app, 1);
  await noa.call(stepUp, { password: 'Anchor7!' });
  const ask = vi.spyOn(app.adapters.carrier, 'changeNumber').mockResolvedValue({ kind: 'pending' });
  await noa.call(changeNumber, { id, zipCode: '94105' });
  await app.eventually(async () => ask.mock.calls.length > 0 || undefined);
  expect(await noa.call(viewLine, { id })).toMatchObject({ mdn });
  ask.mockRestore();
  await notify('number', mdn);
  await app.eventually(async () => (await noa.call(viewLine, { id })).mdn !== mdn || undefined);
});
