import { viewUser } from '@portside/contract/account';
import { viewCustomer } from '@portside/contract/console/customers';
import { startVerification, viewVerification } from '@portside/contract/console/verification';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { fewestStatements } from '../testing/watched-statements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['api']) } });
});
afterAll(() => app.close());

/** Active lines, each a day younger than the one before: their ids are `lin_` and their numbers. */
const linesFor = (customerId: string, first: string) => (from: number, to: number) =>
  sql`insert into lines (id, tenant_id, customer_id, plan_id, plan_name, plan_flag, nickname, mdn,
      zip_code, sim_type, iccid, status, activated_at, created_at)
    select 'lin_' || (${first}::bigint + n), 6, ${customerId}, 'pln_1', 'Plan', 1, '',
      ${first}::bigint + n, '10001', 'esim', 'iccid-' || (${first}::bigint + n), 'active',
      now() - interval '1 year' + n * interval '1 day', now()
    from generate_series(${from}::int, ${to}::int) as n`.execute(app.app.db.query);

test('[L05] which of a caller’s SIMs changed lately is asked once for all lines', async () => {
  const [agent, noa] = [await app.staff('agent'), await newcomer(app)];
  const { id } = await noa.call(viewUser, {});
  const { query } = app.app.db;
  const have = linesFor(id, '2125551000');
  const change = (lineId: string, state: string, on: Date) =>
    sql`insert into sim_replacements (id,
      tenant_id, line_id, state, sim_type, iccid, asked_at, effective_at, ended_at)
    values (${lineId}, 6, ${lineId}, ${state}, 'esim', '', ${on}, ${on}, ${on})`.execute(query);
  const view = () => agent.call(viewVerification, { id });
  const asked = () => fewestStatements(view, /"sim_replacements"/);
  await have(1, 2);
  const few = await asked();
  await have(3, 12);
  expect(await asked()).toBe(few);
  const now = app.clock.now();
  await change('lin_2125551002', 'done', now);
  await change('lin_2125551005', 'done', now);
  await change('lin_2125551006', 'stopped', now);
  await change('lin_2125551007', 'done', new Date('2020-01-01'));
  const { warnings } = await view();
  expect(warnings.filter((one) => one.startsWith('The SIM of'))).toEqual([
    expect.stringContaining('1002 changed'),
    expect.stringContaining('1005 changed'),
  ]);
});

test('[L04] a customer’s page asks once which plans are noted for the next payments of all lines', async () => {
  const [agent, noa] = [await app.staff('agent'), await newcomer(app)];
  const { id } = await noa.call(viewUser, {});
  const { query } = app.app.db;
  const have = linesFor(id, '6465551000');
  const view = () => agent.call(viewCustomer, { id });
  const asked = () => fewestStatements(view, /"scheduled_plans"/);
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
  await have(1, 1);
  const few = await asked();
  await have(2, 9);
  await sql`insert into scheduled_plans (id, tenant_id, line_id, plan_id, plan_name, plan_flag,
      plan_cents, noted_at, ended_at, ended_by)
    values ('nxp_1', 6, 'lin_6465551003', 'skiff-2', 'Skiff', 1, 1500, now(), null, null),
      ('nxp_2', 6, 'lin_6465551004', 'skiff-2', 'Skiff', 1, 1500, now(), now(), 'customer')`.execute(
    query,
  );
  expect(await asked()).toBe(few);
  const { lines } = await view();
  const noted = lines.map((line) => [line.id, line.nextPlan]).filter(([, plan]) => plan);
  expect(noted).toEqual([['lin_6465551003', 'Skiff']]);
});
