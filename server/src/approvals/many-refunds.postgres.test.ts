import { listApprovals } from '@portside/contract/console/approvals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { fewestStatements } from '../testing/watched-statements.ts';
import { statusOf } from './giving.ts';
import * as store from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['api']) } });
  await sql`insert into customers (id, tenant_id, email, first_name, last_name, created_at)
    values ('usr_1', 6, 'ann@example.com', 'Ann', 'Bee', now())`.execute(app.app.db.query);
});
afterAll(() => app.close());

/**
 * An order for each of its states and each state of its refund. Each was paid at the second try:
 * only that one has the refund that counts. One has no charge. @returns their ids
 */
async function placeAll(): Promise<string[]> {
  const { query } = app.app.db;
  const states = sql`unnest(array['placed', 'paid', 'refunding', 'refund_failed', 'refunded'])
      as status
    cross join unnest(array['requested', 'pending', 'refunded', 'failed', 'by_hand']) as refund`;
  await sql`insert into orders (id, tenant_id, customer_id, cart_id, status, attempt, quote, line,
      created_at, updated_at)
    select 'ord_' || status || refund, 6, 'usr_1', status || refund, status, 2, '{}'::jsonb,
      '{}'::jsonb, now(), now()
    from ${states}
    union all select 'ord_bare', 6, 'usr_1', 'bare', 'paid', 1, '{}'::jsonb, '{}'::jsonb, now(),
      now()`.execute(query);
  await sql`insert into charges (id, tenant_id, customer_id, owner_kind, owner_id, attempt,
      idempotency_key, amount_cents, item, amounts, method, status, present, created_at)
    select 'chg_' || attempt || status || refund, 6, 'usr_1', 'order', 'ord_' || status || refund,
      attempt, 'key ' || attempt, 1000, 'Plan', '{}'::jsonb, '{}'::jsonb, 'paid', true, now()
    from ${states} cross join generate_series(1, 2) as attempt`.execute(query);
  await sql`insert into refunds (id, tenant_id, charge_id, number, key, amount_cents, status, origin,
      part, created_at)
    select 'ref_' || attempt || number || status || refund, 6, 'chg_' || attempt || status || refund,
      number, 'key ' || attempt || number || status || refund, 100,
      case when attempt = 2 and number = 2 then refund else 'failed' end, 'ours', true, now()
    from ${states} cross join generate_series(1, 2) as attempt
      cross join generate_series(1, 2) as number`.execute(query);
  const { rows } = await sql<{ id: string }>`select id from orders
    where customer_id = 'usr_1' order by id`.execute(query);
  return rows.map(({ id }) => id);
}

const approve = (id: string, order: string | null, part: number | null, status = 'approved') =>
  sql`insert into approvals (id, tenant_id, customer_id, kind, order_id, item, amount_cents,
      pays_to, lines, reason, note, status, part, asked_by, asked_name, asked_email, asked_key,
      asked_at, decision)
    values (${id}, 6, 'usr_1', ${order ? 'refund' : 'credit'}, ${order}, 'Plan', 100, 'card',
      '[]'::jsonb, 'goodwill', '', ${status}, ${part}, 'stf_1', 'Aya', 'aya@example.com',
      ${id}, now(), '')`.execute(app.app.db.query);

test('[L08] fifty refunds that were decided take as many questions as one, and each stands as asked for alone', async () => {
  const billing = await app.staff('billing');
  const page = (cursor?: string) =>
    billing.call(listApprovals, { show: 'decided', ...(cursor && { cursor }) });
  const asked = () => fewestStatements(page, /"orders"|"charges"|"refunds"/);
  const orders = await placeAll();
  await approve('apr_0', orders[0] ?? null, 2);
  const one = await asked();
  for (const id of orders) {
    await approve(`apr_part_${id}`, id, 2);
    await approve(`apr_whole_${id}`, id, null);
  }
  await approve('apr_gone', 'ord_of_nobody', 1);
  await approve('apr_credit', null, null);
  await approve('apr_declined', 'ord_bare', null, 'declined');
  const first = await page();
  expect(first.approvals).toHaveLength(50);
  expect(await asked()).toBe(one);
  const all = [...first.approvals, ...(await page(first.next)).approvals];
  const db = app.app.db.query;
  const rows = await store.decided(db, 6, { before: undefined, limit: 100 });
  const alone = [];
  for (const row of rows) alone.push([row.id, await statusOf(db, row)]);
  expect(all.map(({ id, status }) => [id, status])).toEqual(alone);
  const of = (kind: 'part' | 'whole', order: string) =>
    all.find(({ id }) => id === `apr_${kind}_ord_${order}`)?.status;
  const refunds = ['requested', 'pending', 'refunded', 'failed', 'by_hand'];
  for (const refund of refunds) {
    expect(of('part', `placed${refund}`)).toBe('pending');
    expect(of('whole', `paid${refund}`)).toBe('pending');
    expect(of('whole', `refunding${refund}`)).toBe('pending');
    expect(of('whole', `refund_failed${refund}`)).toBe('failed');
    expect(of('whole', `refunded${refund}`)).toBe('done');
  }
  const parts = ['pending', 'pending', 'done', 'failed', 'done'];
  expect(refunds.map((refund) => of('part', `paid${refund}`))).toEqual(parts);
});
