import type { StreetAddress } from '@portside/contract/street-address';
import { sql, type ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

const tables = (db: Query) =>
  db.withTables<{
    line_address_wishes: {
      line_id: string;
      tenant_id: number;
      address: ColumnType<StreetAddress, string, never>;
      asked_at: Date;
    };
  }>();

/** False while another one is on its way. */
export async function insertWish(
  tx: Tx,
  row: { line_id: string; tenant_id: number; address: StreetAddress; asked_at: Date },
): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('line_address_wishes')
    .values({ ...row, address: JSON.stringify(row.address) })
    .onConflict((conflict) => conflict.column('line_id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function wishOf(db: Query, lineId: string): Promise<StreetAddress | undefined> {
  const row = await tables(db)
    .selectFrom('line_address_wishes')
    .select('address')
    .where('line_id', '=', lineId)
    .executeTakeFirst();
  return row?.address;
}

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
  address: StreetAddress,
): Promise<void> {
  await sql`update lines set service_address = ${JSON.stringify(address)}::jsonb
    where id = ${lineId}`.execute(tx);
}
