import type { ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

interface AddOnWords {
  description?: string | undefined;
}

export interface AddOnRow {
  tenant_id: number;
  id: string;
  position: number;
  name: string;
  description: string;
  price_cents: number;
  megabytes: number | null;
  recurring: boolean;
  on_sale: boolean;
  es: AddOnWords | null;
  /** What the carrier calls it; null: as we do. */
  carrier_add_on_id: string | null;
}

type AddOnTable = Omit<AddOnRow, 'es'> & {
  es: ColumnType<AddOnWords | null, string | null, string | null>;
};

const tables = (db: Query) => db.withTables<{ add_ons: AddOnTable }>();

export function addOnsOnSale(db: Query, tenant: number): Promise<AddOnRow[]> {
  return tables(db)
    .selectFrom('add_ons')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('on_sale', '=', true)
    .orderBy('position')
    .execute();
}

export function addOnOnSale(db: Query, tenant: number, id: string): Promise<AddOnRow | undefined> {
  return tables(db)
    .selectFrom('add_ons')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('on_sale', '=', true)
    .executeTakeFirst();
}

/** Also off sale: it may be given yet. */
export function addOnEver(db: Query, tenant: number, id: string): Promise<AddOnRow | undefined> {
  return tables(db)
    .selectFrom('add_ons')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Also off sale. */
export function allAddOns(db: Query, tenant: number): Promise<AddOnRow[]> {
  return tables(db)
    .selectFrom('add_ons')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function lockAddOn(tx: Tx, tenant: number, id: string): Promise<AddOnRow | undefined> {
  return tables(tx)
    .selectFrom('add_ons')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveAddOns(tx: Tx, tenant: number, rows: AddOnRow[]): Promise<void> {
  const addOns = tables(tx);
  await addOns
    .updateTable('add_ons')
    .set({ on_sale: false })
    .where('tenant_id', '=', tenant)
    .execute();
  await putAddOns(tx, rows);
}

export async function putAddOns(tx: Tx, rows: AddOnRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tables(tx)
    .insertInto('add_ons')
    .values(rows.map((row) => ({ ...row, es: row.es && JSON.stringify(row.es) })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        name: row.ref('excluded.name'),
        description: row.ref('excluded.description'),
        price_cents: row.ref('excluded.price_cents'),
        megabytes: row.ref('excluded.megabytes'),
        recurring: row.ref('excluded.recurring'),
        on_sale: row.ref('excluded.on_sale'),
        es: row.ref('excluded.es'),
        carrier_add_on_id: row.ref('excluded.carrier_add_on_id'),
      })),
    )
    .execute();
}
