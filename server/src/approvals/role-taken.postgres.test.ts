import { viewUser } from '@portside/contract/account';
import { giveCredit } from '@portside/contract/console/approvals';
import { startVerification } from '@portside/contract/console/verification';
import { viewCredit } from '@portside/contract/credit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp } from '../testing/test-app.ts';

test('[L08] [L02] a role that was taken away in the middle gives nothing', async () => {
  const app = await openTestApp();
  const [billing, customer] = await Promise.all([app.staff('billing'), newcomer(app)]);
  const { id } = await customer.call(viewUser, {});
  await billing.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
  const gift = { id, amount: 1, reason: 'goodwill', idempotencyKey: 'key-1' } as const;
  let done: ReturnType<typeof billing.refusal> | undefined;
  await app.app.db.transaction(async (tx) => {
    await sql`update staff set role = 'viewer' where email = 'billing@harbor.example'`.execute(tx);
    done = billing.refusal(giveCredit, gift);
    // The call has begun, and waits for the row, when the role goes.
    await app.eventually(async () => {
      const { rows } = await sql`
        select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
        tx,
      );
      return rows.length > 0 || undefined;
    });
  });
  expect((await done)?.problem.code).toBe('forbidden');
  expect((await customer.call(viewCredit, {})).balance).toBe(0);
  await app.close();
});
