import { viewLine } from '@portside/contract/line-detail';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLine } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const MINUTE = 60_000;

test('[K15] both locks of a line are on, and one that is being unlocked holds until its time', async () => {
  const { noa, line } = await withLine(app);
  const locks = async () => (await noa.call(viewLine, { id: line.id })).locks;
  expect(await locks()).toEqual({ sim: { on: true }, number: { on: true } });
  const offAt = new Date(app.clock.now().getTime() + 15 * MINUTE);
  await sql`insert into line_locks (line_id, tenant_id, number_off_at)
    values (${line.id}, 6, ${offAt})`.execute(app.app.db.query);
  const number = { on: true, offAt: offAt.toISOString() };
  expect(await locks()).toEqual({ sim: { on: true }, number });
  app.clock.move(15 * MINUTE);
  expect(await locks()).toEqual({ sim: { on: true }, number: { on: false } });
});
