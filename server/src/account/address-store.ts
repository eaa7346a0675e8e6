import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

interface FormerAddressRow {
  customer_id: string;
  tenant_id: number;
  email: string;
  left_at: Date;
}

interface FormerNumberRow extends Omit<FormerAddressRow, 'email'> {
  /** Empty: there was none. */
  number: string;
}

const tables = (db: Query) =>
  db.withTables<{
    former_addresses: FormerAddressRow;
    former_contact_numbers: FormerNumberRow;
  }>();

/** The first time counts: what has happened since then may be somebody else's doing. */
export async function noteLeft(tx: Tx, owner: Owner, email: string, now: Date): Promise<void> {
  const { tenant: tenant_id, customerId: customer_id } = owner;
  await tables(tx)
    .insertInto('former_addresses')
    .values({ customer_id, tenant_id, email, left_at: now })
    .onConflict((conflict) => conflict.columns(['customer_id', 'email']).doNothing())
    .execute();
}

export const addressesLeftSince = (db: Query, owner: Owner, since: Date) =>
  tables(db)
    .selectFrom('former_addresses')
    .select(['email', 'left_at'])
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('left_at', '>', since)
    .orderBy('left_at')
    .execute();

/** Those left before then are nobody's any more. */
export async function forgetAddresses(
  tx: Tx,
  owner: Owner,
  { only, before, since }: { only?: string; before?: Date; since?: Date },
): Promise<void> {
  let forgetting = tables(tx)
    .deleteFrom('former_addresses')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId);
  if (only !== undefined) forgetting = forgetting.where('email', '=', only);
  if (before !== undefined) forgetting = forgetting.where('left_at', '<=', before);
  if (since !== undefined) forgetting = forgetting.where('left_at', '>=', since);
  await forgetting.execute();
}

export async function noteNumberLeft(
  tx: Tx,
  owner: Owner,
  number: string,
  now: Date,
): Promise<void> {
  const { tenant: tenant_id, customerId: customer_id } = owner;
  await tables(tx)
    .insertInto('former_contact_numbers')
    .values({ customer_id, tenant_id, number, left_at: now })
    .onConflict((conflict) => conflict.columns(['customer_id', 'left_at']).doNothing())
    .execute();
}

export const firstNumberLeftSince = (db: Query, owner: Owner, since: Date) =>
  tables(db)
    .selectFrom('former_contact_numbers')
    .select('number')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('left_at', '>', since)
    .orderBy('left_at')
    .limit(1)
    .executeTakeFirst();

export async function forgetNumbers(tx: Tx, owner: Owner, until: Date): Promise<void> {
  await tables(tx)
    .deleteFrom('former_contact_numbers')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('left_at', '<=', until)
    .execute();
}
