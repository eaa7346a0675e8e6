import * as staffCalls from '@portside/contract/console/line-separations';
import { quoteRenewal } from '@portside/contract/renewals';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineOf, passDays, renew, withLine } from '../testing/line-life.ts';
import { again } from '../testing/on-hold.ts';
import { trained, wholeRequest } from '../testing/separating-lines.ts';
import { inTime } from '../testing/passing-time.ts';
import { cards } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What its holder does to a line that is kept does not keep it from going (P05). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function grant(id: string, number: string): Promise<void> {
  const ada = await trained(app);
  await ada.call(staffCalls.grantSeparation, { id, numbers: [number] });
}

test('[P05] [K09] no other plan is noted for a line that is kept, and so none is paid ahead', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 25);
  const { id } = await wholeRequest(app, [line.mdn]);
  const me = await again(app, noa);
  const wish = { id: line.id, planId: 'skiff-2', when: 'renewal' } as const;
  const { problem } = await me.refusal(quotePlanChange, wish);
  expect(problem).toMatchObject({
    reason: 'busy',
    message: 'Something else is under way on this line. Please try again in a moment.',
  });
  await renew(app, me, line.id);
  await grant(id, line.mdn);
});

test('[P05] [K09] nor is one paid ahead that was noted before', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 25);
  let me = await again(app, noa);
  const quote = await me.call(quotePlanChange, { id: line.id, planId: 'skiff-2', when: 'renewal' });
  await me.call(changePlan, { id: line.id, quoteId: quote.quoteId });
  const { id } = await wholeRequest(app, [line.mdn]);
  me = await again(app, noa);
  expect((await me.refusal(quoteRenewal, { id: line.id })).problem.reason).toBe('busy');
  await grant(id, line.mdn);
});

test('[P05] a payment that they leave at the bank’s page does not hinder it; what is paid there later goes back', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 25);
  const { id } = await wholeRequest(app, [line.mdn]);
  const me = await again(app, noa);
  const { orderId, redirectUrl } = await renew(app, me, line.id, cards.confirms);
  await grant(id, line.mdn);
  expect((await lineOf(me, line.id)).status).toBe('ended');
  await app.fetch(new URL(redirectUrl ?? '').pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=complete',
    redirect: 'manual',
  });
  await inTime(app, async () => {
    const { rows } = await sql`
      select from refunds join charges on charges.id = charge_id
      where owner_id = ${orderId ?? ''} and refunds.status = 'refunded'`.execute(app.app.db.query);
    return rows.length > 0 ? true : undefined;
  });
});
