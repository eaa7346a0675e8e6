import { listApprovals } from '@portside/contract/console/approvals';
import { listChats } from '@portside/contract/console/chats';
import { listDisputes } from '@portside/contract/console/disputes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { openDesk } from './desk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[L08] [L12] [L21] a newcomer’s console has a refund to decide on, a chat that waits and a dispute, once', async () => {
  await openDesk(app.app);
  await openDesk(app.app);
  const billing = await app.staff('billing');
  const { approvals } = await billing.call(listApprovals, {});
  expect(approvals).toMatchObject([
    { kind: 'refund', amount: 8, status: 'waiting', askedBy: { name: 'Aya Tanaka' } },
  ]);
  const agent = await app.staff('agent');
  const { chats } = await agent.call(listChats, {});
  expect(chats).toHaveLength(1);
  const disputes = await app.eventually(async () => {
    const found = (await billing.call(listDisputes, {})).disputes;
    return found.length > 0 ? found : undefined;
  });
  expect(disputes).toMatchObject([{ status: 'open', isLate: false, answer: null }]);
});

test('no desk is opened where nobody is on trial', async () => {
  const empty = await openTestApp({ config: { seed: 'none' } });
  await openDesk(empty.app);
  const { rows } = await empty.app.db.query
    .withTables<{ customers: { id: string } }>()
    .selectFrom('customers')
    .select('id')
    .execute()
    .then((found) => ({ rows: found }));
  expect(rows).toEqual([]);
  await empty.close();
});
