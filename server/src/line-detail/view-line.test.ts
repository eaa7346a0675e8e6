import { viewLine } from '@portside/contract/line-detail';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passDays, renew, withLine } from '../testing/line-life.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('a line tells its period, what the next one costs, and what to do next', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  // The network makes its eSIM while the line works already.
  const fresh = await app.eventually(async () => {
    const now = await noa.call(viewLine, { id });
    return now.nextAction ? now : undefined;
  });
  expect(fresh).toMatchObject({ id, mdn: line.mdn, status: 'active', nextAction: 'set_up_sim' });
  expect(fresh.plan.retailPrice).toBeGreaterThan(0);
  expect(fresh.period?.to).toBe(line.paidUntil);
  expect(fresh.emergencyAddress).toMatchObject({ streetNumber: '120', zipCode: '10038' });
  await sql`update lines set esim_state = 'enabled' where id = ${id}`.execute(app.app.db.query);
  expect((await noa.call(viewLine, { id })).nextAction).toBeUndefined();
  await passDays(app, 22);
  expect((await noa.call(viewLine, { id })).nextAction).toBe('renew');
  await renew(app, noa, id);
  const paid = await noa.call(viewLine, { id });
  // Paid ahead: this period still runs, and the end of all that is paid is a month later.
  expect(paid.period).toEqual(fresh.period);
  expect(paid.paidUntil).not.toBe(fresh.paidUntil);
  expect(paid.nextAction).toBeUndefined();
  await passDays(app, 10);
  const next = await noa.call(viewLine, { id });
  expect(next.period).toEqual({ from: fresh.period?.to, to: paid.paidUntil });
});

test('Maya’s line is in the last of the periods that she paid', async () => {
  const maya = await app.as('maya@example.com');
  const { rows } = await sql<{ id: string }>`
    select id from lines where mdn = '2125550101'`.execute(app.app.db.query);
  const line = await maya.call(viewLine, { id: rows[0]?.id ?? '' });
  expect(line.period?.to).toBe(line.paidUntil);
  expect(line.plan.retailPrice).toBeGreaterThan(0);
});

test('another customer’s line is not there', async () => {
  const { line } = await withLine(app);
  const stranger = await newcomer(app);
  expect((await stranger.refusal(viewLine, { id: line.id })).status).toBe(404);
});
