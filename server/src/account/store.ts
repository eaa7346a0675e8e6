import type { Query } from '../db/database.ts';

export interface CustomerRow {
  id: string;
  tenant_id: number;
  email: string;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  contact_number: string;
  street_number: string;
  street_direction: string;
  street_name: string;
  street_unit: string;
  city: string;
  state: string;
  zip_code: string;
  has_password: boolean;
  /** Of letters. */
  language: string;
  created_at: Date;
}

export type AddressColumns = Pick<
  CustomerRow,
  | 'street_number'
  | 'street_direction'
  | 'street_name'
  | 'street_unit'
  | 'city'
  | 'state'
  | 'zip_code'
>;

const tables = (db: Query) => db.withTables<{ customers: CustomerRow }>();

/** False when the tenant has a customer with this address already. */
export async function insertCustomer(db: Query, row: CustomerRow): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('customers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export function customerById(db: Query, tenant: number, id: string) {
  return tables(db)
    .selectFrom('customers')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function customerByEmail(db: Query, tenant: number, email: string) {
  return tables(db)
    .selectFrom('customers')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Fills in what is still empty of address and phone; what the customer has set stays. */
export async function fillInCustomer(
  db: Query,
  tenant: number,
  id: string,
  values: AddressColumns & { contact_number: string },
): Promise<void> {
  const { contact_number, ...address } = values;
  const customers = tables(db);
  const one = customers
    .updateTable('customers')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id);
  await one.set(address).where('street_name', '=', '').execute();
  if (contact_number) await one.set({ contact_number }).where('contact_number', '=', '').execute();
}

/** What has changed. */
export async function updateCustomer(
  db: Query,
  tenant: number,
  id: string,
  values: Partial<
    AddressColumns &
      Pick<CustomerRow, 'first_name' | 'last_name' | 'contact_number' | 'has_password' | 'language'>
  >,
): Promise<void> {
  await tables(db)
    .updateTable('customers')
    .set(values)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}

/** A code came back from the address; false if the customer has another one by now. */
export async function markEmailVerified(
  db: Query,
  tenant: number,
  id: string,
  email: string,
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('customers')
    .set({ email_verified: true })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** False when somebody else of the tenant has the address. */
export async function replaceEmail(
  db: Query,
  tenant: number,
  id: string,
  email: string,
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('customers')
    .set({ email, email_verified: true })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('customers as other')
            .select('other.id')
            .where('other.tenant_id', '=', tenant)
            .where('other.email', '=', email),
        ),
      ),
    )
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
