import { sql, type Kysely } from 'kysely';

/**
 * Owner: checkout, and payments for charges and transactions. What was ordered until now was new
 * lines. What an order of a line pays for is paid once: of one line and name one order is under way
 * or paid (479 has the index). The rows there are looked at by 479 too, while customers go on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const kinds = sql.raw(`in ('new_line', 'renewal', 'plan_change', 'add_on')`);
  await sql`alter table orders
    add column kind text not null default 'new_line',
    add column line_id text,
    add column pays_for text,
    add column details jsonb not null default '{}',
    add constraint orders_kind check (kind ${kinds}) not valid,
    add constraint orders_line_id_fkey foreign key (line_id) references lines (id) not valid,
    add constraint orders_of_a_line
      check ((kind = 'new_line') = (line_id is null) and (line_id is null) = (pays_for is null))
      not valid`.execute(db);
  await sql`alter table quotes
    add column kind text not null default 'new_line',
    add column line_id text,
    add column pays_for text,
    add column details jsonb not null default '{}',
    add constraint quotes_kind check (kind ${kinds}) not valid`.execute(db);
  await sql`alter table charges add column kind text not null default 'new_line'`.execute(db);
  await sql`alter table transactions add column kind text not null default 'new_line'`.execute(db);
}
