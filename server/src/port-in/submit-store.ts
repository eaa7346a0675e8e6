import { sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import type { PortInRow } from './store.ts';

/** A submit that a customer asked for. */
interface SubmitRow {
  tenant_id: number;
  port_in_id: string;
  customer_id: string;
  msisdn: string;
  at: Date;
}

const tables = (db: Query) => db.withTables<{ port_in_submits: SubmitRow }>();

/** Until the end of the transaction nobody else counts submits of this number or customer. */
export async function lockSubmits(tx: Tx, row: PortInRow): Promise<void> {
  const { tenant_id: tenant, customer_id: customerId, msisdn } = row;
  for (const name of [`submits ${tenant} ${msisdn}`, `submits ${customerId}`]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  }
}

/** How often this number was submitted, or this customer submitted any; the greater of the two. */
export async function submitsSince(tx: Tx, row: PortInRow, since: Date): Promise<number> {
  const recent = tables(tx)
    .selectFrom('port_in_submits')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', row.tenant_id)
    .where('at', '>', since);
  const { count: ofNumber } = await recent
    .where('msisdn', '=', row.msisdn)
    .executeTakeFirstOrThrow();
  const { count: ofCustomer } = await recent
    .where('customer_id', '=', row.customer_id ?? '')
    .executeTakeFirstOrThrow();
  return Math.max(ofNumber, ofCustomer);
}

export async function insertSubmit(tx: Tx, row: PortInRow, at: Date): Promise<void> {
  const { tenant_id, id: port_in_id, customer_id, msisdn } = row;
  await tables(tx)
    .insertInto('port_in_submits')
    .values({ tenant_id, port_in_id, customer_id: customer_id ?? '', msisdn, at })
    .execute();
}

/** What one account submitted counts for another from here on. */
export async function moveSubmits(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('port_in_submits')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}

/** Submits that no limit counts any more. */
export async function dropSubmits(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'port_in_submits', sql`at < ${before}`);
}
