import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Something that was written, and the product's time when it was. */
export interface Happened {
  readonly at: string;
  /** Whose it is: an address or a number. */
  readonly whose: string;
  readonly what: string;
}

/** What is noted of a new or changed row: whose it is, and what of it. */
const watched: Readonly<Record<string, { whose: string; what: string }>> = {
  sandbox_mail: { whose: `new.to_address`, what: `new.subject` },
  activity: { whose: customer('new'), what: `new.kind` },
  orders: {
    whose: customer('new'),
    what: `concat_ws(' ', new.kind, new.status, new.quote -> 'amounts' ->> 'total')`,
  },
  line_periods: {
    whose: ofLine('new'),
    what: `concat_ws(' ', new.number, new.plan_id, new.price_cents, new.paid_cents,
      to_char(new.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))`,
  },
  sandbox_pay_charges: {
    whose: `(select email from customers join orders on orders.customer_id = customers.id
      where orders.id = new.owner_id)`,
    what: `concat_ws(' ', new.owner_kind, new.status, new.amount_cents, new.last4_digits)`,
  },
  sandbox_pay_refunds: { whose: `''`, what: `concat_ws(' ', new.status, new.amount_cents)` },
  lines: {
    whose: customer('new'),
    what: `concat_ws(' ', new.status, new.plan_id, new.carrier_suspended,
      new.released_at is not null,
      to_char(new.paid_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))`,
  },
  line_suspensions: { whose: ofLine('new'), what: `concat_ws(' ', new.reason, new.reminded_days)` },
  line_add_ons: {
    whose: ofLine('new'),
    what: `concat_ws(' ', new.add_on_id, new.carrier_told_at is not null)`,
  },
  line_locks: { whose: ofLine('new'), what: `concat_ws(' ', new.carrier_off)` },
  plan_changes: { whose: ofLine('new'), what: `concat_ws(' ', new.state, new.plan_id)` },
  port_outs: { whose: ofLine('new'), what: `new.state` },
  port_ins: { whose: customer('new'), what: `concat_ws(' ', new.status)` },
  price_notices: { whose: ofLine('new'), what: `'told'` },
  reconciliations: { whose: `''`, what: `concat_ws(' ', jsonb_array_length(new.differences))` },
};

function customer(row: string): string {
  return `(select email from customers where id = ${row}.customer_id)`;
}

function ofLine(row: string): string {
  return `(select email from customers join lines on lines.customer_id = customers.id
    where lines.id = ${row}.line_id)`;
}

/** Each change of these tables is noted from now on. @param offset of the product's clock, from 1970 */
export async function watchTables(app: TestApp, offset: Date): Promise<void> {
  const db = app.app.db.query;
  const ahead = sql.lit(`${offset.getTime()} milliseconds`);
  await sql`create table traced (seq bigint generated always as identity, at timestamptz,
    kind text, whose text, what text)`.execute(db);
  for (const [table, { whose, what }] of Object.entries(watched)) {
    await sql`create function ${sql.id(`trace_${table}`)}() returns trigger language plpgsql as $$
      declare now_whose text := ${sql.raw(whose)}; declare now_what text := ${sql.raw(what)};
      begin
        insert into traced (at, kind, whose, what)
        select clock_timestamp() + interval ${ahead}
          + coalesce((select moved_ms from sandbox_clock), 0) * interval '1 millisecond',
          ${sql.lit(table)}, coalesce(now_whose, ''), now_what
        where not exists (
          select from traced where kind = ${sql.lit(table)} and whose = coalesce(now_whose, '')
            and what = now_what and seq = (select max(seq) from traced
              where kind = ${sql.lit(table)} and whose = coalesce(now_whose, ''))
            and tg_op = 'UPDATE');
        return null;
      end $$`.execute(db);
    await sql`create trigger ${sql.id(`trace_${table}`)} after insert or update on
      ${sql.table(table)} for each row execute function ${sql.id(`trace_${table}`)}()`.execute(db);
  }
}

/** All that was noted, in its order. Numbers are drawn by chance. */
export async function traced(app: TestApp): Promise<Happened[]> {
  const { rows } = await sql<{ at: Date; kind: string; whose: string; what: string }>`
    select at, kind, whose, what from traced order by seq`.execute(app.app.db.query);
  return rows.map(({ at, kind, whose, what }) => ({
    at: at.toISOString(),
    whose,
    what: `${kind}: ${what.replaceAll(/\(\d{3}\) \d{3}-\d{4}/g, 'a number')}`,
  }));
}
