import { listStaff } from '@portside/contract/console/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { sealEntries, verifyChain } from './chain.ts';

let opened: TestApp;
beforeAll(async () => {
  opened = await openTestApp();
});
afterAll(() => opened.close());

test('[L15] what is sealed while the chain is read is no break in it', async () => {
  const { app } = opened;
  const agent = await opened.staff('agent');
  await sealEntries(app);
  await agent.refusal(listStaff, {});
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sealing = app.db.transaction(async (tx) => {
    await sql`lock table audit_chains in access exclusive mode`.execute(tx);
    held.resolve();
    await go.promise;
    await sealEntries({ ...app, db: { ...app.db, query: tx, transaction: (work) => work(tx) } });
  });
  await held.promise;
  const verifying = verifyChain(app, app.brands.first.client.mvnoId);
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waits: boolean }>`select exists (
        select from pg_locks where relation = 'audit_chains'::regclass and not granted
      ) as waits`.execute(app.db.query);
      return rows[0]?.waits;
    })
    .toBe(true);
  go.resolve();
  await sealing;
  expect((await verifying).broken).toBeUndefined();
});
