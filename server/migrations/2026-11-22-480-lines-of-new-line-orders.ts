import { sql, type Kysely } from 'kysely';

/**
 * Owner: lines. A process of a version before kinds of orders opens a line for every paid order. For
 * an order of another kind its transaction fails here, and a process of this version settles it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function line_needs_new_line_order() returns trigger language plpgsql as $$
    begin
      if exists (select from orders where id = new.order_id and kind <> 'new_line') then
        raise exception 'Order % opens no line: a newer version settles it', new.order_id
          using errcode = 'check_violation', constraint = 'lines_of_new_line_orders';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger lines_of_new_line_orders before insert on lines
    for each row when (new.order_id is not null)
    execute function line_needs_new_line_order()`.execute(db);
}
