import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { unfinishedLines } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('lines that cannot be finished keep no other waiting: each round takes other ones', async () => {
  const { db } = app.app;
  const stuck = 501;
  await sql`
    insert into lines (id, tenant_id, customer_id, plan_id, plan_name, plan_flag, nickname, zip_code,
      sim_type, status, created_at)
    select 'stuck' || number, 6, (select id from customers limit 1), 'skiff-2', '', 1, '', '', 'esim',
      'pending', now() - interval '1 day'
    from generate_series(1, ${stuck}::int) as number`.execute(db.query);
  const seen = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const some = await unfinishedLines(db.query, app.clock.now());
    expect(some.length).toBeLessThan(stuck);
    for (const id of some) seen.add(id);
  }
  expect(seen.size).toBe(stuck);
});
