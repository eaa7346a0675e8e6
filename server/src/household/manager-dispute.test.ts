import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, dispute } from '../testing/handing-over.ts';
import { mailOf, paidByManager } from '../testing/managers-payment.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* The bank of a manager's card speaks to the manager; the holder, whose line it paid for, hears of it (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[P04] a dispute of a manager’s card is told to them, and to the holder as another’s', async () => {
  const { noa, member, orderId } = await paidByManager(app);
  const id = await dispute(app, orderId);
  await decide(app, id, 'lost');
  const [holder, theirs] = [await mailOf(app, noa), await mailOf(app, member)];
  expect(theirs.filter((mail) => mail.startsWith('Your bank asks us'))).toHaveLength(1);
  expect(theirs.filter((mail) => mail.startsWith('Your bank has decided'))).toHaveLength(1);
  expect(holder.filter((mail) => /your bank/i.test(mail.split('\n')[0] ?? ''))).toEqual([]);
  const [asked] = holder.filter((mail) => mail.startsWith('A bank asks us'));
  expect(asked).toContain('The bank of Omar tells us');
  expect(asked).not.toContain('please tell your bank');
  expect(holder.some((mail) => mail.includes('The bank of Omar has looked at'))).toBe(true);
});

test('[P04] the holder hears of it also once whoever paid is erased', async () => {
  const { noa, member, orderId } = await paidByManager(app);
  await mailOf(app, member);
  await sql`update customers set first_name = '', email = '', erased_at = now()
    where email = ${member.email}`.execute(app.app.db.query);
  await dispute(app, orderId);
  const [asked, ...more] = (await mailOf(app, noa)).filter((mail) => /bank asks us/.test(mail));
  expect(asked).toContain('The bank of somebody else tells us');
  expect(more).toEqual([]);
});
