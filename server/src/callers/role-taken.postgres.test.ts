import { viewUser } from '@portside/contract/account';
import { replaceSimForCustomer } from '@portside/contract/console/line-actions';
import { enterVerification, startVerification } from '@portside/contract/console/verification';
import { viewLine } from '@portside/contract/line-detail';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextEmail } from '../testing/mailbox.ts';
import { withOpenSim } from '../testing/new-sim.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[L02] [L09] a role that is taken away while a SIM change waits for its line ends that change', async () => {
  const { noa, line } = await withOpenSim(app);
  const agent = await app.staff('agent');
  const { id } = await noa.call(viewUser, {});
  await sql`update customers set email_verified = true where id = ${id}`.execute(app.app.db.query);
  await agent.call(startVerification, { id, how: 'code' });
  const { code = '' } = await nextEmail(app, noa.email, /support/);
  await agent.call(enterVerification, { id, code });
  let asked: Promise<unknown> | undefined;
  await app.app.db.transaction(async (tx) => {
    await sql`select from lines where id = ${line.id} for update`.execute(tx);
    asked = agent.refusal(replaceSimForCustomer, {
      id: line.id,
      reason: 'They called',
      simType: 'esim',
    });
    await app.eventually(async () => {
      const { rows } = await sql`
        select from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
      return rows.length > 0 || undefined;
    });
    await sql`update staff set role = 'viewer' where email = 'agent@harbor.example'`.execute(tx);
  });
  expect(await asked).toMatchObject({ status: 403, problem: { code: 'forbidden' } });
  expect((await noa.call(viewLine, { id: line.id })).sim?.state).not.toBe('under_way');
});
