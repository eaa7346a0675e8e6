import type { StreetAddress } from '@portside/contract/street-address';
import { sql, type ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

const tables = (db: Query) =>
  db.withTables<{
    line_address_wishes: {
      line_id: string;
      tenant_id: number;
      address: ColumnType<StreetAddress, string, never>;
      asked_at: Date;
      /** Who asked, where that was not the line’s holder (P04). */
      member_customer_id: string | null;
    };
  }>();

export interface Wish {
  address: StreetAddress;
  member_customer_id: string | null;
}

/** False while another one is on its way. */
export async function insertWish(
  tx: Tx,
  row: Wish & { line_id: string; tenant_id: number; asked_at: Date },
): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('line_address_wishes')
    .values({ ...row, address: JSON.stringify(row.address) })
    .onConflict((conflict) => conflict.column('line_id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export const wishOf = (db: Query, lineId: string): Promise<Wish | undefined> =>
  tables(db)
    .selectFrom('line_address_wishes')
    .select(['address', 'member_customer_id'])
    .where('line_id', '=', lineId)
    .executeTakeFirst();

export const isAddressAsked = async (db: Query, lineId: string): Promise<boolean> =>
  (await wishOf(db, lineId)) !== undefined;

/** False when another process has. */
export async function deleteWish(tx: Tx, lineId: string): Promise<boolean> {
  const deleted = await tables(tx)
    .deleteFrom('line_address_wishes')
    .where('line_id', '=', lineId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function linesWithWish(db: Query, before: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('line_address_wishes')
    .select('line_id')
    .where('asked_at', '<', before)
    .orderBy(sql`random()`)
    .limit(500)
    .execute();
  return rows.map((row) => row.line_id);
}

export async function setServiceAddress(
  tx: Tx,
  lineId: string,
  { address, member_customer_id: by }: Wish,
): Promise<void> {
  await sql`update lines set service_address = ${JSON.stringify(address)}::jsonb,
    address_customer_id = nullif(${by}::text, customer_id)
    where id = ${lineId}`.execute(tx);
}

/** Nobody sets the address of a line that they were never given. */
const linesHad = (...members: string[]) =>
  sql`select line_id from line_members where member_customer_id in (${sql.join(members)})`;

/** When accounts become one: what a line’s holder set is the line’s own. */
export async function moveSetters(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await sql`update lines set address_customer_id = nullif(${to}, customer_id)
    where tenant_id = ${tenant} and id in (${linesHad(from, to)})
      and address_customer_id in (${from}, ${to})`.execute(tx);
  await sql`update line_address_wishes set member_customer_id = ${to}
    where tenant_id = ${tenant} and line_id in (${linesHad(from, to)})
      and member_customer_id = ${from}`.execute(tx);
}

/** Who set them is erased: lines of others have none, until somebody sets one. */
export async function forgetAddresses(tx: Tx, { tenant, customerId }: Owner): Promise<void> {
  await sql`update lines set service_address = null, address_customer_id = null
    where tenant_id = ${tenant} and id in (${linesHad(customerId)})
      and address_customer_id = ${customerId}`.execute(tx);
  await sql`delete from line_address_wishes
    where tenant_id = ${tenant} and line_id in (${linesHad(customerId)})
      and member_customer_id = ${customerId}`.execute(tx);
}
