import { sql, type Kysely } from 'kysely';

export const outsideTransaction = true;

const AT_ONCE = 500;

/** Owner: privacy. From where, and with what, customers who are erased turned autopay on as they bought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after: string | null = ''; after !== null;) after = await emptyDetails(db, after);
}

/** @returns the last customer that was looked at, or nothing after the last one of all */
async function emptyDetails(db: Kysely<unknown>, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with part as (
      select id, tenant_id from customers
      where erased_at is not null and id > ${after} order by id limit ${AT_ONCE}
    ),
    emptied as (
      update orders set details = details - 'network' - 'userAgent' from part
      where orders.customer_id = part.id and orders.tenant_id = part.tenant_id
        and (jsonb_exists(details, 'network') or jsonb_exists(details, 'userAgent'))
    )
    select max(id) as last from part`.execute(db);
  return rows[0]?.last ?? null;
}
