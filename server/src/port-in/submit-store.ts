import { sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import type { PortInRow } from './store.ts';

interface SubmitRow {
  tenant_id: number;
  port_in_id: string;
  customer_id: string;
  msisdn: string;
  at: Date;
}

const tables = (db: Query) => db.withTables<{ port_in_submits: SubmitRow }>();

export async function lockSubmits(tx: Tx, row: PortInRow): Promise<void> {
  const { tenant_id: tenant, customer_id: customerId, msisdn } = row;
  for (const name of [`submits ${tenant} ${msisdn}`, `submits ${customerId}`]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  }
}

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

export async function moveSubmits(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('port_in_submits')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}

export async function dropSubmits(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'port_in_submits', sql`at < ${before}`);
}
