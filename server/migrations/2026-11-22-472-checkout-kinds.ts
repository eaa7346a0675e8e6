import { sql, type Kysely } from 'kysely';

/**
 * Owner: checkout, and payments for charges and transactions. What was ordered until now was new
 * lines. What an order of a line pays for is paid once: of one line and name one order is under way
 * or paid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const kinds = sql.raw(`in ('new_line', 'renewal', 'plan_change', 'add_on')`);
  await sql`alter table orders
    add column kind text not null default 'new_line' constraint orders_kind check (kind ${kinds}),
    add column line_id text references lines (id),
    add column pays_for text,
    add column details jsonb not null default '{}',
    add constraint orders_of_a_line
      check ((kind = 'new_line') = (line_id is null) and (line_id is null) = (pays_for is null))`.execute(
    db,
  );
  await sql`create unique index orders_paid_once on orders (line_id, pays_for)
    where status in ('placed', 'confirm', 'paid')`.execute(db);
  await sql`create index orders_of_line on orders (line_id, created_at)
    where line_id is not null`.execute(db);
  await sql`alter table quotes
    add column kind text not null default 'new_line' constraint quotes_kind check (kind ${kinds}),
    add column line_id text,
    add column pays_for text,
    add column details jsonb not null default '{}'`.execute(db);
  await sql`alter table charges add column kind text not null default 'new_line'`.execute(db);
  await sql`alter table transactions add column kind text not null default 'new_line'`.execute(db);
}
