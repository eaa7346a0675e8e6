import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

const AT_ONCE = 2000;

/**
 * Owners: lines, checkout. The long part of 471 and 472: the periods of lines that are paid, indexes,
 * and constraints looked at.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after: string | null = ''; after !== null;) after = await fillPeriods(db, after);
  await buildIndex(
    db,
    'lines_paid_until',
    sql`lines (paid_until) where status in ('active', 'suspended')`,
  );
  await buildIndex(db, 'lines_suspended', sql`lines (paid_until) where carrier_suspended`);
  await buildIndex(
    db,
    'orders_paid_once',
    sql`orders (line_id, pays_for) where status in ('placed', 'confirm', 'paid')`,
    { unique: true },
  );
  await buildIndex(
    db,
    'orders_of_line',
    sql`orders (line_id, created_at) where line_id is not null`,
  );
  for (const constraint of ['orders_kind', 'orders_line_id_fkey', 'orders_of_a_line']) {
    await sql`alter table orders validate constraint ${sql.id(constraint)}`.execute(db);
  }
  await sql`alter table quotes validate constraint quotes_kind`.execute(db);
}

/** @returns the last line that was looked at, or nothing after the last one of all */
async function fillPeriods(db: Kysely<unknown>, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with part as (select * from lines where id > ${after} order by id limit ${AT_ONCE}),
    filled as (
      insert into line_periods (id, tenant_id, line_id, number, starts_at, ends_at, plan_id,
        plan_name, price_cents, paid_cents, order_id, created_at)
      select 'per_' || part.id, part.tenant_id, part.id, 1,
        paid_until - interval '30 days', paid_until, part.plan_id, part.plan_name,
        coalesce((orders.quote #>> '{amounts,orderTotal}')::int, plans.price_cents, 0),
        greatest(0, coalesce((orders.quote #>> '{amounts,orderTotal}')::int
          - (orders.quote #>> '{amounts,discountAmount}')::int, plans.price_cents, 0)),
        part.order_id, coalesce(part.activated_at, part.created_at)
      from part
      left join orders on orders.id = part.order_id
      left join plans on plans.tenant_id = part.tenant_id and plans.id = part.plan_id
      where paid_until is not null or part.status in ('pending', 'activating')
      on conflict do nothing
    )
    select max(id) as last from part`.execute(db);
  return rows[0]?.last ?? null;
}
