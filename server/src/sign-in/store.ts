import type { Query } from '../db/database.ts';

export interface CredentialRow {
  customer_id: string;
  tenant_id: number;
  password_hash: string;
  changed_at: Date;
}

export interface PasskeyRow {
  tenant_id: number;
  /** The credential's id, base64url. */
  id: string;
  customer_id: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  /** Comma-separated. */
  transports: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

const tables = (db: Query) => db.withTables<{ credentials: CredentialRow; passkeys: PasskeyRow }>();

export async function saveCredential(db: Query, row: CredentialRow): Promise<void> {
  await tables(db)
    .insertInto('credentials')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet({ password_hash: row.password_hash, changed_at: row.changed_at }),
    )
    .execute();
}

export function credentialOf(db: Query, tenant: number, customerId: string) {
  return tables(db)
    .selectFrom('credentials')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** Whether this still is the password; nobody changes it until the transaction ends. */
export async function holdCredential(
  tx: Query,
  { tenant_id, customer_id, password_hash }: CredentialRow,
): Promise<boolean> {
  const held = await tables(tx)
    .selectFrom('credentials')
    .select('password_hash')
    .where('tenant_id', '=', tenant_id)
    .where('customer_id', '=', customer_id)
    .forUpdate()
    .executeTakeFirst();
  return held?.password_hash === password_hash;
}

/** False when there was none. */
export async function deleteCredential(
  db: Query,
  tenant: number,
  customerId: string,
): Promise<boolean> {
  const deleted = await tables(db)
    .deleteFrom('credentials')
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** False when the tenant knows this passkey already. */
export async function insertPasskey(db: Query, row: PasskeyRow): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export function passkeyById(db: Query, tenant: number, id: string) {
  return tables(db)
    .selectFrom('passkeys')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function passkeysOf(db: Query, tenant: number, customerId: string) {
  return tables(db)
    .selectFrom('passkeys')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function notePasskeyUse(
  db: Query,
  tenant: number,
  id: string,
  use: { counter: number; at: Date },
): Promise<void> {
  await tables(db)
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}

export async function deletePasskeysSince(
  db: Query,
  { tenant, customerId }: { tenant: number; customerId: string },
  since: Date,
): Promise<void> {
  await tables(db)
    .deleteFrom('passkeys')
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', since)
    .execute();
}

/** What it was called, if it was there. */
export function deletePasskey(db: Query, tenant: number, customerId: string, id: string) {
  return tables(db)
    .deleteFrom('passkeys')
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}
