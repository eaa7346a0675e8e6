import { viewLine } from '@portside/contract/line-detail';
import { viewUsage } from '@portside/contract/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEmailsSent } from '../testing/mailbox.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[K11] [K25] Maya’s line has usage in this period and the three before it, and autopay is off', async () => {
  const maya = await app.as('maya@example.com');
  const { rows } = await sql<{ id: string }>`
    select id from lines where mdn = '2125550101'`.execute(app.app.db.query);
  const id = rows[0]?.id ?? '';
  expect((await maya.call(viewLine, { id })).autopay.on).toBe(false);
  for (const period of [0, 1, 2, 3]) {
    const usage = await maya.call(viewUsage, { id, period });
    const data = usage.meters.find(({ kind }) => kind === 'data');
    const all = usage.days.reduce((sum, { megabytes }) => sum + megabytes, 0);
    expect(all).toBeCloseTo(data?.used ?? 0, 3);
    expect(data?.used).toBeGreaterThan(5_000);
    expect(data?.used).toBeLessThan(0.8 * (data?.limit ?? 0));
    expect(usage.days.filter(({ megabytes }) => megabytes > 0).length).toBeGreaterThan(20);
  }
  // No limit was passed, and nothing is told of the time before the demo.
  await allEmailsSent(app);
  const emails = await app.emails('maya@example.com', 0);
  expect(emails.filter(({ subject }) => /used/.test(subject))).toEqual([]);
});
