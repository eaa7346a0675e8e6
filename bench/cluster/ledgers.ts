import type { Acknowledged } from './driver.ts';
import type { PostgresPair } from './postgres-pair.ts';
import { until } from './waiting.ts';

/** What must hold after all of it, and each case where it does not. */
export interface Finding {
  readonly rule: string;
  readonly looked: number;
  readonly broken: readonly string[];
}

interface OrderRow extends Record<string, unknown> {
  readonly id: string;
  readonly status: string;
  readonly cart: string;
  readonly wanted: number;
  readonly charges: number;
  readonly receipts: number;
  readonly paid: number;
  readonly paid_cents: number;
  readonly lines: number;
  readonly active: number;
}

/** An order, what we say of it, and what the provider and the carrier say. */
const orders = `
  select o.id, o.status, o.cart_id as cart,
    (select coalesce(sum(c.amount_cents), 0) from charges c
      where c.owner_id = o.id and c.status = 'paid')::int as wanted,
    (select count(*) from charges c where c.owner_id = o.id and c.status = 'paid')::int as charges,
    (select count(*) from transactions t where t.owner_id = o.id and t.successful)::int as receipts,
    (select count(*) from sandbox_pay_charges p
      where p.owner_id = o.id and p.status = 'paid')::int as paid,
    (select coalesce(sum(p.amount_cents), 0) from sandbox_pay_charges p
      where p.owner_id = o.id and p.status = 'paid')::int as paid_cents,
    (select count(*) from lines l where l.order_id = o.id)::int as lines,
    (select count(*) from lines l where l.order_id = o.id and l.status = 'active')::int as active
  from orders o where o.cart_id like 'cluster-cart-%'`;

/** Waits until nothing is under way, and compares what was promised with all three books. */
export async function compareLedgers(
  pair: PostgresPair,
  acknowledged: readonly Acknowledged[],
): Promise<Finding[]> {
  await until('all orders at their end', 90, async () => {
    const open = (await pair.query<OrderRow>(orders)).filter((row) => !hasEnded(row));
    return open.length === 0 || undefined;
  }).catch(() => {});
  const rows = await pair.query<OrderRow>(orders);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const finding = (rule: string, broken: readonly OrderRow[]): Finding => ({
    rule,
    looked: rows.length,
    broken: broken.map((row) => JSON.stringify(row)),
  });
  const orphans = await pair.query<{ ref: string }>(`
    select p.ref from sandbox_pay_charges p
    where p.status = 'paid' and p.owner_kind = 'order'
      and not exists (select from charges c where c.payment_ref = p.ref)`);
  const twice = await pair.query<{ mdn: string }>(`
    select mdn from lines where mdn <> '' group by mdn having count(*) > 1`);
  const emails = await pair.query<{ email: string }>(`
    select c.email from customers c join orders o on o.customer_id = c.id
    where c.email like 'cluster-%' group by c.email having count(*) > 1`);
  const givenUp = await pair.query<{ name: string }>(`
    select source_name as name from pgboss.job where name = 'given-up' and state < 'active'`);
  const locks = await pair.query<{ pid: number }>(`
    select pid from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and state = 'idle'`);
  return [
    {
      rule: 'each acknowledged order is there',
      looked: acknowledged.length,
      broken: acknowledged
        .filter(({ orderId }) => !byId.has(orderId))
        .map(({ orderId }) => orderId),
    },
    finding(
      'each order reached an end',
      rows.filter((row) => !hasEnded(row)),
    ),
    finding('no cart has two orders', doubled(rows)),
    {
      rule: 'no customer who ordered once has two orders',
      looked: rows.length,
      broken: emails.map(({ email }) => email),
    },
    finding(
      'no order is charged twice, at the provider or in our books',
      rows.filter((row) => row.paid > 1 || row.charges > 1 || row.receipts > 1),
    ),
    finding(
      'provider and books agree, to the cent',
      rows.filter(
        (row) =>
          row.paid !== row.charges || row.paid !== row.receipts || row.paid_cents !== row.wanted,
      ),
    ),
    finding(
      'a paid order has one active line',
      rows.filter(
        (row) => row.paid === 1 && row.status === 'paid' && (row.lines !== 1 || row.active !== 1),
      ),
    ),
    {
      rule: 'no charge at the provider is unknown to us',
      looked: rows.length,
      broken: orphans.map(({ ref }) => ref),
    },
    { rule: 'no number is on two lines', looked: rows.length, broken: twice.map(({ mdn }) => mdn) },
    {
      rule: 'no lock was left behind',
      looked: rows.length,
      broken: locks.map(({ pid }) => `held by ${pid}`),
    },
    { rule: 'no job was given up', looked: rows.length, broken: givenUp.map(({ name }) => name) },
  ];
}

function hasEnded({ status, active, paid }: OrderRow): boolean {
  if (status === 'paid') return active === 1;
  return paid === 0 ? ['declined', 'cancelled'].includes(status) : status === 'refunded';
}

function doubled(rows: readonly OrderRow[]): OrderRow[] {
  const carts = Map.groupBy(rows, ({ cart }) => cart);
  return [...carts.values()].flatMap((same) => (same.length > 1 ? same : []));
}
