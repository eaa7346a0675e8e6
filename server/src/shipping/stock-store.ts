import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

export interface StockRow {
  tenant_id: number;
  iccid: string;
  added_at: Date;
  added_by: string;
  /** The parcel that it left in. */
  shipment_id: string | null;
  /** Also of one that a line has although it never left in a parcel of ours. */
  used_at: Date | null;
}

const tables = (db: Query) => db.withTables<{ sim_stock: StockRow }>();

export function find(db: Query, tenant: number, iccid: string): Promise<StockRow | undefined> {
  return tables(db)
    .selectFrom('sim_stock')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('iccid', '=', iccid)
    .executeTakeFirst();
}

/** How many of them are new: a card is in one stock, of whatever brand. */
export async function add(
  tx: Tx,
  tenant: number,
  iccids: readonly string[],
  { by, at }: { by: string; at: Date },
): Promise<number> {
  const added = await sql`
    insert into sim_stock (tenant_id, iccid, added_at, added_by)
    select ${tenant}, iccid, ${at}, ${by} from unnest(${iccids}::text[]) as card (iccid)
    on conflict do nothing`.execute(tx);
  return Number(added.numAffectedRows ?? 0);
}

/** One that nobody has. @returns whose it was */
export async function remove(tx: Tx, iccid: string): Promise<number | undefined> {
  const gone = await tables(tx)
    .deleteFrom('sim_stock')
    .where('iccid', '=', iccid)
    .where('used_at', 'is', null)
    .returning('tenant_id')
    .executeTakeFirst();
  return gone?.tenant_id;
}

/** Those of them that are in the stock of another brand. */
export async function elsewhere(
  tx: Tx,
  tenant: number,
  iccids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ iccid: string }>`
    select iccid from sim_stock where iccid = any(${iccids}::text[]) and tenant_id != ${tenant}`.execute(
    tx,
  );
  return rows.map(({ iccid }) => iccid);
}

export async function use(
  tx: Tx,
  tenant: number,
  iccid: string,
  used: { shipment: string | null; at: Date },
): Promise<void> {
  await tables(tx)
    .updateTable('sim_stock')
    .set({ shipment_id: used.shipment, used_at: used.at })
    .where('tenant_id', '=', tenant)
    .where('iccid', '=', iccid)
    .where('used_at', 'is', null)
    .execute();
}

/** Not what left in that parcel after all. */
export async function putBack(tx: Tx, shipment: string, butIccid: string): Promise<void> {
  await tables(tx)
    .updateTable('sim_stock')
    .set({ shipment_id: null, used_at: null })
    .where('shipment_id', '=', shipment)
    .where('iccid', '!=', butIccid)
    .execute();
}

/** Undefined for a brand that never had any. */
export async function countFree(db: Query, tenant: number): Promise<number | undefined> {
  const { rows } = await sql<{ free: number; kept: boolean }>`
    select (select count(*)::int from sim_stock where tenant_id = ${tenant} and used_at is null) as free,
      exists (select from sim_stock where tenant_id = ${tenant}) as kept`.execute(db);
  const [row] = rows;
  return row?.kept ? row.free : undefined;
}
