import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { fewestStatements } from '../testing/watched-statements.ts';
import { listCardsToSend } from './mailing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['api']), seed: 'none' } });
  await sql`insert into customers (id, tenant_id, email, first_name, last_name, created_at)
    values ('usr_1', 6, 'ann@example.com', 'Ann', 'Bee', now())`.execute(app.app.db.query);
});
afterAll(() => app.close());

/** Lines that wait for their cards, each asked for a minute after the one before. */
async function wait(from: number, to: number): Promise<void> {
  const { query } = app.app.db;
  await sql`insert into lines (id, tenant_id, customer_id, plan_id, plan_name, plan_flag, nickname,
      mdn, zip_code, sim_type, status, waits_for_card, created_at)
    select 'lin_' || n, 6, 'usr_1', 'pln_1', 'Plan', 1, '', 2125550000 + n, '10001', 'physical',
      'pending', true, now()
    from generate_series(${from}::int, ${to}::int) as n`.execute(query);
  await sql`insert into sim_shipments (id, tenant_id, line_id, state, recipient, address, iccid,
      carrier, tracking_number, mailed_by, asked_at)
    select 'shp_' || n, 6, 'lin_' || n, 'preparing', 'Ann Bee', '1 Pier Rd', '', '', '', '',
      timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(${from}::int, ${to}::int) as n`.execute(query);
}

test('[L20] cards to send are listed with as many questions for many as for few, and stale ones are closed', async () => {
  const list = () => listCardsToSend(app.app, { tenants: [6] });
  const asked = () => fewestStatements(list, /./);
  await wait(1, 2);
  expect((await list()).map(({ number }) => number)).toEqual(['2125550001', '2125550002']);
  const few = await asked();
  await wait(3, 40);
  expect(await asked()).toBe(few);
  const { query } = app.app.db;
  await sql`update lines set status = 'ended' where id in ('lin_7', 'lin_8')`.execute(query);
  expect(await list()).toHaveLength(38);
  const { rows } =
    await sql`select id from sim_shipments where state = 'stopped' and address is null
    and ended_at is not null order by id`.execute(query);
  expect(rows).toEqual([{ id: 'shp_7' }, { id: 'shp_8' }]);
  expect(await asked()).toBe(few);
});
