import { bigDatabase } from '../server/src/testing/big-database.ts';
import { ask, ownDatabase } from './postgres-server.ts';
import { introduceCustomers } from './setting.ts';

/** Five to a line; one line in twenty has ended. */
const ORDERS_EACH = 6;

/** A database in which so many lines on autopay are due within that time: told, with a saved card. */
export async function dueLines(server: string, count: number, seconds: number) {
  const { settings } = await bigDatabase(server, count * ORDERS_EACH);
  const database = await ownDatabase(server, new URL(settings.url).pathname.slice(1));
  const { url } = database;
  await introduceCustomers(url);
  await saveCardsAtProvider(url);
  await ask(
    url,
    `update lines set paid_until = now() + interval '25 hours' where status = 'active'`,
  );
  await beginPeriods(url);
  const { rowCount } = await ask(
    url,
    `insert into line_autopay (line_id, tenant_id, is_on, period_ends_at, charge_at, told_cents,
        updated_at)
      select id, tenant_id, true, paid_until, now() + random() * interval '${seconds} seconds', 100000,
        now()
      from lines where status = 'active' order by id limit ${count}`,
  );
  if (rowCount !== count) throw new Error(`Only ${rowCount} lines are active`);
  await ask(url, 'vacuum analyze lines');
  await ask(url, 'vacuum analyze line_autopay');
  await ask(url, 'vacuum analyze line_periods');
  return database;
}

/** How many have paid for their next time. */
export async function chargedLines(database: string): Promise<number> {
  const { rows } = await ask<{ count: number }>(
    database,
    `select count(*)::int as count from line_periods join line_autopay using (line_id)
      where number = 2`,
  );
  return rows[0]?.count ?? 0;
}

/** As after a day without a worker. */
export const allDueNow = (database: string) =>
  ask(database, 'update line_autopay set charge_at = now() where charge_at > now() and tries = 0');

/** What the provider and the periods say of each charge: nothing, when all is well. */
export async function chargedWrongly(database: string): Promise<number> {
  const { rows } = await ask<{ count: number }>(
    database,
    `select count(*)::int as count from (
      select line_id from orders join sandbox_pay_charges on owner_id = orders.id
      where kind = 'renewal' and sandbox_pay_charges.status = 'paid'
      group by line_id having count(*) > 1
      union all
      select line_id from orders where kind = 'renewal' and status = 'paid' and not exists (
        select from line_periods where line_periods.order_id = orders.id)
      union all
      select line_id from line_periods join line_autopay using (line_id) where number > 2
    ) as wrong`,
  );
  return rows[0]?.count ?? 0;
}

/** Transactions that the database has committed. */
export async function commits(database: string): Promise<number> {
  const { rows } = await ask<{ count: number }>(
    database,
    `select xact_commit::float8 as count from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

/** The cards of the big database are known to the simulated provider, and pay. */
export async function saveCardsAtProvider(url: string): Promise<void> {
  await ask(
    url,
    `insert into sandbox_pay_cards (ref, customer_ref, network, last4_digits, expiry,
        cardholder_name, behaviour, created_at)
      select cards.ref, payment_customers.ref, network, last4_digits, expiry, cardholder_name,
        'succeeds', created_at
      from cards join payment_customers using (customer_id)
      on conflict do nothing`,
  );
}

/** Each active line is in its first 30 days, which end when it says. */
export async function beginPeriods(url: string): Promise<void> {
  await ask(
    url,
    `insert into line_periods (id, tenant_id, line_id, number, starts_at, ends_at, plan_id,
        plan_name, order_id, price_cents, paid_cents, created_at)
      select 'per_' || lines.id, lines.tenant_id, lines.id, 1, paid_until - interval '30 days',
        paid_until, plan_id, plan_name, order_id, 2500, 2500, lines.created_at
      from lines where status = 'active'`,
  );
}
