import { listSessions } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, later } from '../clock.ts';
import { handlers, schedules } from '../slices.ts';
import { newcomer } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function sweep(job: string) {
  expect(schedules.map((one) => one.job.name)).toContain(job);
  await handlers.find((one) => one.job.name === job)?.run(app.app, {});
}

test.each([
  ['drop-carrier-notices', 'carrier_notices'],
  ['drop-payment-notices', 'payment_notices'],
])('%s: what nobody repeats any more is not remembered', async (job, table) => {
  const { db, clock } = app.app;
  for (const ago of [91, 89]) {
    await sql`
      insert into ${sql.table(table)} (id, about, ref, received_at)
      values (${`sweep ${ago}`}, '', '', ${later(clock.now(), -days(ago))})`.execute(db.query);
  }
  await sweep(job);
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id like 'sweep %'`.execute(db.query);
  expect(rows).toEqual([{ id: 'sweep 89' }]);
});

test('drop-sessions: a session that is long over is forgotten, one that goes on is not', async () => {
  const own = await newcomer(app);
  const held = async () => {
    const { rows } = await sql<{ id: string }>`
      select sessions.id from sessions join customers on customers.id = customer_id
      where email = ${own.email}`.execute(app.app.db.query);
    return rows.length;
  };
  await sweep('drop-sessions');
  expect((await own.call(listSessions, {})).sessions).toHaveLength(1);
  app.clock.move(days(89));
  await sweep('drop-sessions');
  expect(await held()).toBe(1);
  app.clock.move(days(60));
  await sweep('drop-sessions');
  expect(await held()).toBe(0);
  app.clock.move(-days(149));
});
