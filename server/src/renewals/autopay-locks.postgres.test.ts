import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLine } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { runAutopay } from './autopay-charge.ts';
import { lockAutopay } from './autopay-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** A refund takes the line, then its autopay, and the other one comes in between. */
async function betweenLocks(id: string, act: () => Promise<unknown>): Promise<void> {
  const { db } = app.app;
  const hasLine = Promise.withResolvers<void>();
  const isWaiting = Promise.withResolvers<void>();
  const refund = db.transaction(async (tx) => {
    await sql`select from lines where id = ${id} for update`.execute(tx);
    hasLine.resolve();
    await isWaiting.promise;
    await lockAutopay(tx, id);
  });
  await hasLine.promise;
  const acting = act();
  await app.eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.query);
    return rows.length > 0 || undefined;
  });
  isWaiting.resolve();
  await Promise.all([refund, acting]);
}

test('[K03] [K04] a refund and autopay, as it is turned off or charges, wait for one another', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { version } = await noa.call(viewAutopayConsent, {});
  const turn = (on: boolean) => noa.call(setAutopay, { id, on, consent: version });
  await turn(true);
  await betweenLocks(id, () => turn(false));
  await turn(true);
  await sql`update line_autopay set charge_at = ${app.app.clock.now()}, announce_at = null
    where line_id = ${id}`.execute(app.app.db.query);
  await betweenLocks(id, () => runAutopay(app.app));
  const { transactions } = await noa.call(listTransactions, {});
  expect(transactions.filter((one) => one.kind === 'renewal')).toHaveLength(1);
});
