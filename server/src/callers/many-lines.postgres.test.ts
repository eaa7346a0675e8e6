import { viewUser } from '@portside/contract/account';
import { viewVerification } from '@portside/contract/console/verification';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { countStatements } from '../testing/watched-statements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['api']) } });
});
afterAll(() => app.close());

test('[L05] which of a caller’s SIMs changed lately is asked once for all lines', async () => {
  const [agent, noa] = [await app.staff('agent'), await newcomer(app)];
  const { id } = await noa.call(viewUser, {});
  const { query } = app.app.db;
  const have = (from: number, to: number) =>
    sql`insert into lines (id, tenant_id, customer_id,
      plan_id, plan_name, plan_flag, nickname, mdn, zip_code, sim_type, iccid, status, activated_at,
      created_at)
    select 'lin_' || n, 6, ${id}, 'pln_1', 'Plan', 1, '', 2125551000 + n, '10001', 'esim',
      'iccid-' || n, 'active', now() - interval '1 year' + n * interval '1 day', now()
    from generate_series(${from}::int, ${to}::int) as n`.execute(query);
  const change = (lineId: string, state: string, on: Date) =>
    sql`insert into sim_replacements (id,
      tenant_id, line_id, state, sim_type, iccid, asked_at, effective_at, ended_at)
    values (${lineId}, 6, ${lineId}, ${state}, 'esim', '', ${on}, ${on}, ${on})`.execute(query);
  const view = () => agent.call(viewVerification, { id });
  const asked = () => countStatements(view, /"sim_replacements"/);
  await have(1, 2);
  const few = await asked();
  await have(3, 12);
  expect(await asked()).toBe(few);
  const now = app.clock.now();
  await change('lin_2', 'done', now);
  await change('lin_5', 'done', now);
  await change('lin_6', 'stopped', now);
  await change('lin_7', 'done', new Date('2020-01-01'));
  const { warnings } = await view();
  expect(warnings.filter((one) => one.startsWith('The SIM of'))).toEqual([
    expect.stringContaining('1002 changed'),
    expect.stringContaining('1005 changed'),
  ]);
});
