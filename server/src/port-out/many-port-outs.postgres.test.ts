import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CarrierPortOut } from '../adapters/carrier/carrier-port-outs.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { countStatements } from '../testing/watched-statements.ts';
import { catchUpPortOuts } from './port-outs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['api']), seed: 'none' } });
});
afterAll(() => app.close());

test('[K16] port-outs that stand as they stood are read at once, and only what went on is noted', async () => {
  const { query } = app.app.db;
  await sql`insert into customers (id, tenant_id, email, first_name, last_name, created_at)
    values ('usr_1', 6, 'ann@example.com', 'Ann', 'Bee', now())`.execute(query);
  await sql`insert into lines (id, tenant_id, customer_id, plan_id, plan_name, plan_flag, nickname,
      mdn, zip_code, sim_type, iccid, status, activated_at, created_at)
    select 'lin_' || n, 6, 'usr_1', 'pln_1', 'Plan', 1, '', 2125551000 + n, '10001', 'esim',
      'iccid-' || n, 'active', now(), now()
    from generate_series(1, 30) as n`.execute(query);
  await sql`insert into port_outs (ref, tenant_id, line_id, msisdn, state, reason, created_at, at)
    select 'pot_' || n, 6, 'lin_' || n, 2125551000 + n, 'refused', 'number_lock', now(), now()
    from generate_series(1, 29) as n`.execute(query);
  const all = Array.from({ length: 29 }, (_, at): CarrierPortOut => {
    const n = at + 1;
    const changedAt = app.clock.now();
    const msisdn = String(2125551000 + n);
    return { ref: `pot_${n}`, msisdn, state: 'refused', reason: 'number_lock', changedAt };
  });
  const since = vi.spyOn(app.adapters.carrier, 'portOutsSince');
  const asked = (found: CarrierPortOut[]) => {
    since.mockResolvedValue(found);
    return countStatements(() => catchUpPortOuts(app.app), /"port_outs"/);
  };
  expect(await asked(all)).toBe(await asked(all.slice(0, 1)));
  const late: CarrierPortOut = {
    ref: 'pot_1',
    msisdn: '2125551001',
    state: 'requested',
    reason: null,
    changedAt: app.clock.now(),
  };
  const news: CarrierPortOut = { ...late, ref: 'pot_30', msisdn: '2125551030' };
  await asked([late, ...all.slice(1), news]);
  await asked([{ ...news, state: 'confirmed' }]);
  since.mockRestore();
  const { rows } = await sql`select ref, line_id, state from port_outs
    where ref in ('pot_1', 'pot_30') order by ref`.execute(query);
  expect(rows).toEqual([
    { ref: 'pot_1', line_id: 'lin_1', state: 'refused' },
    { ref: 'pot_30', line_id: 'lin_30', state: 'confirmed' },
  ]);
});
