import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bigDatabase } from '../testing/big-database.ts';
import { copyDatabase, type TestDatabase } from '../testing/fresh-database.ts';
import { planOf } from '../testing/query-plan.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { watchStatements } from '../testing/watched-statements.ts';
import { lockLapsed, nextLapse } from './lapse-store.ts';

let database: TestDatabase;
let app: TestApp;
let client: pg.Client;

beforeAll(async () => {
  const big = await bigDatabase(process.env['TEST_DATABASE_URL'] ?? '', 10_000);
  database = await copyDatabase(big.settings, '');
  if (database.settings.kind !== 'postgres') throw new Error('This is about a server');
  app = await openTestApp({ config: { database: database.settings, logLevel: 'fatal' } });
  client = new pg.Client({ connectionString: database.settings.url });
  await client.connect();
}, 900_000);
afterAll(async () => {
  await client?.end();
  await app?.close();
  await database?.drop();
});

const HOUR = 3_600_000;

/** The rows that were looked at. */
async function rowsOf(work: () => Promise<unknown>): Promise<number> {
  const stop = watchStatements();
  await work().finally(stop);
  const asked = stop().filter(({ text }) => /line_suspensions/.test(text));
  expect(asked.length).toBeGreaterThan(0);
  let rows = 0;
  for (const one of asked) rows += (await planOf(client, one, new Set())).rows;
  return rows;
}

test('[K06] lines that were paused long ago are not read again to find the next one to pause', async () => {
  const { query } = app.app.db;
  await sql`delete from line_suspensions`.execute(query);
  // Half were paused in the last weeks, the others are paid for the next ones.
  await sql`with numbered as (
      select id, row_number() over (order by id) as nr from lines where status in ('active', 'suspended')
    )
    update lines set status = case when nr % 2 = 0 and nr > 4 then 'suspended' else 'active' end,
      iccid = case when iccid = '' then 'sim' || nr else iccid end,
      paid_until = date_trunc('milliseconds', now()) + case when nr <= 2 then -interval '1 minute'
        when nr % 2 = 0 and nr > 4 then -nr * interval '10 minutes' else (1 + nr) * interval '1 hour' end
    from numbered where lines.id = numbered.id`.execute(query);
  await sql`insert into line_suspensions (line_id, tenant_id, reason, since)
    select id, tenant_id, 'unpaid', paid_until from lines where status = 'suspended'`.execute(
    query,
  );
  // Of these two, blocked by their owners, one is paused for it as well.
  await sql`insert into line_suspensions (line_id, tenant_id, reason, since)
    (select id, tenant_id, 'blocked', now() from lines where status = 'suspended' order by id limit 1)
    union all
    (select id, tenant_id, 'blocked', now() from lines where paid_until between now() and
      now() + interval '6 hours' order by paid_until limit 1)`.execute(query);
  await sql`update lines set status = 'suspended' from line_suspensions
    where line_id = lines.id and reason = 'blocked'`.execute(query);
  await sql`vacuum analyze lines, line_suspensions`.execute(query);
  const now = new Date();
  const due = (at: Date) => app.app.db.transaction((tx) => lockLapsed(tx, at, 100));
  const next = async () => (await sql<{ at: Date }>`select ${nextLapse} as at`.execute(query)).rows;

  expect(await due(now)).toHaveLength(2);
  // Who is blocked is paused for what is unpaid, too.
  expect((await due(new Date(now.getTime() + 4.5 * HOUR))).length).toBe(3);
  expect((await next())[0]?.at.getTime()).toBeLessThan(now.getTime());
  expect(await rowsOf(() => due(now))).toBeLessThan(40);
  expect(await rowsOf(next)).toBeLessThan(40);

  await sql`update lines set status = 'ended' where status = 'active'`.execute(query);
  const [blocked] = await next();
  expect(blocked?.at.getTime()).toBeGreaterThan(now.getTime());
});
