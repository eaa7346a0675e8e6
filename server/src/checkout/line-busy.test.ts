import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginWork, endWork, lockForWork } from '../lines/line-work.ts';
import { freshKey, passDays, renew, withLine } from '../testing/line-life.ts';
import { cards, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { lineBusy } from './line-busy.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[K02] nothing is charged for a line while the carrier moves its number', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 22);
  const { quoteId } = await noa.call(quoteRenewal, { id: line.id });
  const { db } = app.app;
  await db.transaction(async (tx) => {
    const owner = await lockForWork(tx, line.id);
    expect(await lineBusy(tx, line.id, 'en')).toBeUndefined();
    const where = { tenant: owner?.tenant ?? 0, lineId: line.id };
    await beginWork(app.app, tx, where, 'port_out');
  });
  const token = await paymentToken(app, cards.visa);
  const input = { id: line.id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  expect((await noa.refusal(renewLine, input)).problem).toMatchObject({
    reason: 'busy',
    with: 'port_out',
    message: 'This number is moving to another carrier. Nothing else can be changed until then.',
  });
  const { problem } = await noa.refusal(quoteRenewal, { id: line.id });
  expect(problem).toMatchObject({ reason: 'busy', with: 'port_out' });
  await db.transaction((tx) => endWork(tx, line.id, 'port_out'));
  expect((await renew(app, noa, line.id)).status).toBe('paid');
});
