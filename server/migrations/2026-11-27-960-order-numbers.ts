import { sql, type Kysely } from 'kysely';

/** Owner: checkout. What an order's number is made of (docs/decisions/0978). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence order_numbers`.execute(db);
  await sql`alter table orders add column number bigint`.execute(db);
  // Of the next rows, those of a version before too: none is written anew.
  await sql`alter table orders alter column number set default nextval('order_numbers')`.execute(
    db,
  );
}
