import type { Query } from '../db/database.ts';
import type { KeptPasskey } from '../sign-in/passkey-ceremony.ts';

interface StaffPasskeyRow extends KeptPasskey {
  tenant_id: number;
  staff_id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

const tables = (db: Query) => db.withTables<{ staff_passkeys: StaffPasskeyRow }>();

/** False when the brand has this passkey already. */
export async function insertPasskey(db: Query, row: StaffPasskeyRow): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('staff_passkeys')
    .values(row)
    .onConflict((on) => on.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows) === 1;
}

export function passkeyById(
  db: Query,
  tenant: number,
  id: string,
): Promise<StaffPasskeyRow | undefined> {
  return tables(db)
    .selectFrom('staff_passkeys')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Newest first. */
export function passkeysOf(db: Query, staffId: string): Promise<StaffPasskeyRow[]> {
  return tables(db)
    .selectFrom('staff_passkeys')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** False when it was removed, or used, since it was read. */
export async function noteUse(
  db: Query,
  { tenant_id, id, counter }: StaffPasskeyRow,
  use: { counter: number; at: Date },
): Promise<boolean> {
  const noted = await tables(db)
    .updateTable('staff_passkeys')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return Number(noted.numUpdatedRows) === 1;
}

/** One, or all. */
export async function deletePasskeys(
  db: Query,
  of: { staffId: string; only?: string },
): Promise<{ name: string }[]> {
  let leaving = tables(db).deleteFrom('staff_passkeys').where('staff_id', '=', of.staffId);
  if (of.only !== undefined) leaving = leaving.where('id', '=', of.only);
  return leaving.returning('name').execute();
}
