import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

const AT_ONCE = 2000;

/** Owner: checkout. The long part of 960: the orders that are there, and the index of a number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after: string | null = ''; after !== null;) after = await giveNumbers(db, after);
  await buildIndex(db, 'orders_number', sql`orders (number)`, { unique: true });
}

/** @returns the last order that was looked at, or nothing after the last one of all */
async function giveNumbers(db: Kysely<unknown>, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with part as (select id from orders where id > ${after} order by id limit ${AT_ONCE}),
    numbered as (
      update orders set number = nextval('order_numbers') from part
      where orders.id = part.id and orders.number is null
    )
    select max(id) as last from part`.execute(db);
  return rows[0]?.last ?? null;
}
