import { sql, type Kysely } from 'kysely';

/** Owner: checkout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders drop constraint orders_status_check`.execute(db);
  await sql`alter table orders add constraint orders_status_check check (status in
    ('placed', 'confirm', 'paid', 'declined', 'cancelled', 'refunding', 'refund_failed',
     'refunded'))`.execute(db);
  await sql`create index orders_refund_failed on orders (updated_at)
    where status = 'refund_failed'`.execute(db);
}
