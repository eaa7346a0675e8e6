import { viewLine } from '@portside/contract/line-detail';
import { quoteRenewal } from '@portside/contract/renewals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlers } from '../slices.ts';
import { passDays, renew, withLine, type Noa } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const DAY = 86_400_000;
const view = (noa: Noa, id: string) => noa.call(viewLine, { id });

async function subjects(noa: Noa) {
  const found = await app.emails(noa.email, 0);
  return found.map((one) => one.subject).filter((one) => /paused|keep your number|ended/.test(one));
}

test('[K06] an unpaid line is suspended, says until when its number is kept, and works once it is paid', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 29);
  expect((await view(noa, id)).status).toBe('active');
  await passDays(app, 2);
  const paused = await view(noa, id);
  expect(paused).toMatchObject({
    status: 'suspended',
    statusReason: 'unpaid',
    nextAction: 'renew',
  });
  const kept = Date.parse(paused.numberKeptUntil ?? '') - Date.parse(line.paidUntil ?? '');
  expect(kept).toBe(60 * DAY);
  const state = () => app.adapters.carrier.viewLine({ msisdn: line.mdn });
  expect(await state()).toBe('suspended');
  const told = await emailWhen(app, noa.email, /is paused/);
  expect(told.link).toContain(`/dashboard/lines/${id}`);
  expect(told.text).not.toContain('Autopay');
  await renew(app, noa, id);
  await app.eventually(async () => (await view(noa, id)).status === 'active' || undefined);
  expect(await state()).toBe('active');
  expect(await view(noa, id)).not.toHaveProperty('numberKeptUntil');
});

test('[K06] the owner hears of it at the end, after 7, 30 and 53 days; then the line ends', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 30 + 8);
  expect(await subjects(noa)).toHaveLength(2);
  await passDays(app, 30 - 8 + 53 - 30 + 1);
  const all = await subjects(noa);
  expect(all.filter((one) => one.includes('paused'))).toHaveLength(1);
  expect(all.filter((one) => one.includes('We keep your number'))).toHaveLength(3);
  expect((await view(noa, line.id)).status).toBe('suspended');
  await passDays(app, 8);
  expect((await view(noa, line.id)).status).toBe('ended');
  await emailWhen(app, noa.email, /has ended/);
  expect(await app.adapters.carrier.viewLine({ msisdn: line.mdn })).toBe('released');
  const { problem } = await noa.refusal(quoteRenewal, { id: line.id });
  expect(problem.reason).toBe('line_ended');
});

test('[K06] days without a worker are caught up, by several at once, and nobody is told twice', async () => {
  const owners = [await withLine(app), await withLine(app), await withLine(app)];
  app.clock.move(38 * DAY);
  const follow = handlers.find((one) => one.job.name === 'follow-unpaid-lines');
  await Promise.all([1, 2, 3].flatMap(() => follow?.run(app.app, {}) ?? []));
  await follow?.run(app.app, {});
  for (const { noa: before, line } of owners) {
    // The login is over as well.
    const noa = { ...(await app.as(before.email, 'Anchor7!')), email: before.email };
    expect((await view(noa, line.id)).status).toBe('suspended');
    await emailWhen(app, noa.email, /is paused/);
    await emailWhen(app, noa.email, /We keep your number/);
    expect(await subjects(noa)).toHaveLength(2);
  }
});
