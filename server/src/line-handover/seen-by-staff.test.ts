import { viewUser } from '@portside/contract/account';
import { viewCustomer } from '@portside/contract/console/customers';
import { startVerification } from '@portside/contract/console/verification';
import { viewLine } from '@portside/contract/line-detail';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { handedOver } from '../testing/handing-over.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function pageOf(person: Caller) {
  const agent = await app.staff('agent');
  const { id } = await person.call(viewUser, {});
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
  return (await agent.call(viewCustomer, { id })).lines;
}

test('[P06] staff see on both accounts that the line changed hands, and when', async () => {
  const { noa, omar, line, id } = await handedOver(app);
  const { takenOverAt: at } = await omar.call(viewLine, { id });
  expect(at).toBeDefined();
  const [old, ...none] = await pageOf(noa);
  expect(old).toMatchObject({ id: line.id, status: 'ended', handedOverAt: at });
  expect(old).not.toHaveProperty('takenOverAt');
  expect(none).toEqual([]);
  const [now] = await pageOf(omar);
  expect(now).toMatchObject({ id, status: 'active', takenOverAt: at });
  expect(now).not.toHaveProperty('handedOverAt');
});
