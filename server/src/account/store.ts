import type { SecondStepKind } from '@portside/contract/second-step';
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

export interface CustomerRow {
  id: string;
  tenant_id: number;
  email: string;
  /** Codes and links that name the address go only to this account. */
  holds_email: boolean;
  email_verified: boolean;
  /** When that was; null: before it was noted. */
  email_since: Date | null;
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
  second_step: SecondStepKind | null;
  second_step_since: Date | null;
  language: string;
  created_at: Date;
  /** Set on a closed account: the owner's account that replaced it. */
  joined_to: string | null;
  joined_at: Date | null;
  /** Nothing but the row is left of it. */
  erased_at: Date | null;
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

/** False when another account holds the address. */
export async function insertCustomer(db: Query, row: CustomerRow): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('customers')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'email'])
        .where(sql<boolean>`holds_email`)
        .doNothing(),
    )
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

const customersById = prepared((db, tenant: number, id: string) =>
  tables(db)
    .selectFrom('customers')
    .select(['id', 'tenant_id', 'email', 'holds_email', 'email_verified', 'email_since'])
    .select(['first_name', 'last_name', 'contact_number', 'language'])
    .select(['street_number', 'street_direction', 'street_name', 'street_unit'])
    .select(['city', 'state', 'zip_code', 'has_password', 'second_step', 'second_step_since'])
    .select(['created_at', 'joined_to', 'joined_at', 'erased_at'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .compile(),
);

export async function customerById(
  db: Query,
  tenant: number,
  id: string,
): Promise<CustomerRow | undefined> {
  const [found] = await customersById(db, tenant, id);
  return found;
}

export function customerByEmail(db: Query, tenant: number, email: string) {
  return tables(db)
    .selectFrom('customers')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('email', '=', email)
    .where('holds_email', '=', true)
    .executeTakeFirst();
}

export function customersAt(db: Query, tenant: number, email: string) {
  return tables(db)
    .selectFrom('customers')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('email', '=', email)
    .where('joined_to', 'is', null)
    .orderBy('email_verified', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Of each address the account that {@link customersAt} has first. */
export async function firstAt(
  db: Query,
  tenant: number,
  emails: readonly string[],
): Promise<{ email: string; id: string }[]> {
  const { rows } = await sql<{ email: string; id: string }>`
    select distinct on (email) email, id from customers
    where tenant_id = ${tenant} and email = any(${emails}::text[]) and joined_to is null
    order by email, email_verified desc, created_at desc, id desc`.execute(db);
  return rows;
}

/**
 * Confirms the address and makes this account hold it; false when another one has. Locks all
 * accounts with the address.
 */
export async function claimEmail(
  tx: Tx,
  tenant: number,
  id: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const all = await lockCustomersAt(tx, tenant, email);
  const others = all.filter((one) => one.id !== id);
  const own = all.find((one) => one.id === id);
  if (!own) return false;
  if (others.some((one) => one.holds_email && one.email_verified)) return false;
  const set = (
    values: Pick<CustomerRow, 'holds_email'> &
      Partial<Pick<CustomerRow, 'email_verified' | 'email_since'>>,
  ) => tables(tx).updateTable('customers').set(values).where('tenant_id', '=', tenant);
  await set({ holds_email: false }).where('email', '=', email).where('id', '<>', id).execute();
  const confirmed = own.email_verified ? {} : { email_verified: true, email_since: now };
  await set({ holds_email: true, ...confirmed })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Always in the same order, so that no two deadlock. */
function lockCustomersAt(tx: Tx, tenant: number, email: string) {
  return tables(tx)
    .selectFrom('customers')
    .select(['id', 'holds_email', 'email_verified', 'joined_to'])
    .where('tenant_id', '=', tenant)
    .where('email', '=', email)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Closes a second account of an address after pending writes. False when it is closed already, or
 * the owner has changed.
 */
export async function joinCustomer(
  tx: Tx,
  tenant: number,
  { from, to, email }: { from: string; to: string; email: string },
  now: Date,
): Promise<boolean> {
  const all = await lockCustomersAt(tx, tenant, email);
  const second = all.find((one) => one.id === from);
  const owner = all.find((one) => one.id === to);
  if (!second || second.holds_email || second.joined_to !== null) return false;
  if (!owner?.holds_email || !owner.email_verified) return false;
  await tables(tx)
    .updateTable('customers')
    .set({ joined_to: to, joined_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', from)
    .execute();
  return true;
}

export async function holdOpen(tx: Tx, tenant: number, id: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('customers')
    .select(['joined_to', 'erased_at'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row?.joined_to === null && row.erased_at === null;
}

export async function fillInCustomer(
  db: Query,
  tenant: number,
  id: string,
  values: AddressColumns & Pick<CustomerRow, 'first_name' | 'last_name' | 'contact_number'>,
): Promise<void> {
  const { contact_number, first_name, last_name, ...address } = values;
  const filled = (columns: object, empty: string) =>
    Object.entries(columns).map(([name, value]) => [
      name,
      sql`case when ${sql.ref(empty)} = '' then ${value} else ${sql.ref(name)} end`,
    ]);
  await tables(db)
    .updateTable('customers')
    .set(
      Object.fromEntries([
        ...filled(address, 'street_name'),
        // Begun with an email address alone.
        ...filled({ first_name, last_name }, 'first_name'),
        ...(contact_number ? filled({ contact_number }, 'contact_number') : []),
      ]),
    )
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where((or) =>
      or.or([
        or('street_name', '=', ''),
        or('first_name', '=', ''),
        ...(contact_number ? [or('contact_number', '=', '')] : []),
      ]),
    )
    .execute();
}

export async function updateCustomer(
  db: Query,
  tenant: number,
  id: string,
  values: Partial<
    AddressColumns &
      Pick<
        CustomerRow,
        | 'first_name'
        | 'last_name'
        | 'contact_number'
        | 'has_password'
        | 'language'
        | 'second_step'
        | 'second_step_since'
      >
  >,
): Promise<void> {
  await tables(db)
    .updateTable('customers')
    .set(values)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}

/** False when the account does not hold the address, or had it confirmed. */
export async function markEmailVerified(
  db: Query,
  tenant: number,
  id: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('customers')
    .set({ email_verified: true, email_since: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('holds_email', '=', true)
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/**
 * Another, confirmed address. False when somebody has confirmed it; accounts that only registered
 * with it no longer hold it.
 */
export async function replaceEmail(
  tx: Tx,
  tenant: number,
  id: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const all = await tables(tx)
    .selectFrom('customers')
    .select(['id', 'holds_email', 'email_verified', 'email_since'])
    .where('tenant_id', '=', tenant)
    .where((is) => is.or([is('email', '=', email), is('id', '=', id)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const others = all.filter((one) => one.id !== id);
  if (others.some((one) => one.holds_email && one.email_verified)) return false;
  const change = tables(tx).updateTable('customers').where('tenant_id', '=', tenant);
  await change
    .set({ holds_email: false })
    .where('email', '=', email)
    .where('id', '<>', id)
    .where('email_verified', '=', false)
    .execute();
  const changed = await change
    .set({ email, email_verified: true, email_since: now, holds_email: true })
    .where('id', '=', id)
    // Somebody may have taken it a moment ago, with no row to wait for.
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('customers as other')
            .select('other.id')
            .where('other.tenant_id', '=', tenant)
            .where('other.email', '=', email)
            .where('other.id', '<>', id)
            .where('other.holds_email', '=', true),
        ),
      ),
    )
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** The account, and those that were joined to it. */
export function lockWithJoined(tx: Tx, tenant: number, id: string): Promise<CustomerRow[]> {
  return tables(tx)
    .selectFrom('customers')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where((is) => is.or([is('id', '=', id), is('joined_to', '=', id)]))
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The row stays, as receipts name it. */
export async function emptyCustomer(tx: Tx, tenant: number, id: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('customers')
    .set({ email: '', holds_email: false, email_verified: false, email_since: null })
    .set({ first_name: '', last_name: '', contact_number: '' })
    .set({ street_number: '', street_direction: '', street_name: '', street_unit: '' })
    .set({ city: '', state: '', zip_code: '', has_password: false })
    .set({ second_step: null, second_step_since: null, erased_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}

/** Of the addresses, those that another account has. */
export async function addressesInUse(
  tx: Tx,
  tenant: number,
  emails: readonly string[],
): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom('customers')
    .select('email')
    .where('tenant_id', '=', tenant)
    .where('email', 'in', emails)
    .execute();
  return rows.map(({ email }) => email);
}
