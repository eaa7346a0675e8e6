import { type RawBuilder, sql } from 'kysely';
import { otherPerson } from '../account/other-person.ts';
import type { Query } from '../db/database.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import { otherPayers } from './cardholders.ts';

/** Of a try: the holder is not given the card of who managed their line, nor its payer the holder’s address (P04). */
interface Tries {
  readonly own: RawBuilder<unknown>;
  readonly byOthers: RawBuilder<unknown>;
  readonly forOthers: RawBuilder<unknown>;
}

/** @param orderIds what they paid for lines of others */
export async function paymentsToGive(db: Query, owner: Owner, orderIds: readonly string[]) {
  const tries = await triesOf(db, owner, orderIds);
  const transactions = rowsOf('transactions', owner, 'charge_id', tries, {
    notTheirs: { network: null, last4_digits: '' },
    notTheHolders: { customer: [] },
  });
  const charges = rowsOf('charges', owner, 'id', tries, {
    notTheirs: { reason: null, advice: null },
    notTheHolders: { customer: [] },
  });
  return { transactions, charges };
}

async function triesOf(db: Query, owner: Owner, orderIds: readonly string[]): Promise<Tries> {
  const { tenant, customerId } = owner;
  const own = sql`tenant_id = ${tenant} and customer_id = ${customerId}`;
  const { rows: payers } = await sql<{ payer_id: string }>`
    select distinct payer_id from charges where ${own} and payer_id is not null`.execute(db);
  const others = [...(await otherPayers(db, owner, payers)).keys()];
  const { rows } = await sql<{ id: string; customer_id: string; payer_id: string }>`
    select id, customer_id, payer_id from charges
    where owner_kind = 'order' and owner_id = any(${orderIds}::text[])
      and tenant_id = ${tenant} and payer_id is not null and customer_id <> ${customerId}`.execute(
    db,
  );
  const paid: string[] = [];
  for (const row of rows) {
    const whose = ownerOfRow({ tenant_id: tenant, customer_id: row.customer_id });
    const payer = await otherPerson(db, whose, row.payer_id);
    if (payer?.id === customerId) paid.push(row.id);
  }
  return {
    own,
    byOthers: sql`select id from charges where ${own} and payer_id = any(${others}::text[])`,
    forOthers: sql`select unnest(${paid}::text[])`,
  };
}

/** With "offset 0" each row is made once, and not for each of its columns anew. */
function rowsOf(
  table: 'transactions' | 'charges',
  owner: Owner,
  charge: 'charge_id' | 'id',
  { own, byOthers, forOthers }: Tries,
  { notTheirs, notTheHolders }: Readonly<Record<'notTheirs' | 'notTheHolders', object>>,
): RawBuilder<unknown> {
  const [row, id] = [sql.table(table), sql.ref(charge)];
  const rows = { transactions: sql`from transactions`, charges: sql`from charges` }[table];
  return sql`select (one).* from (
    select jsonb_populate_record(${row}, case when ${id} in (${byOthers})
      then ${JSON.stringify(notTheirs)}::jsonb else '{}'::jsonb end) as one
    ${rows} where ${own}
    union all
    select jsonb_populate_record(${row}, ${JSON.stringify(notTheHolders)}::jsonb) as one
    ${rows} where ${id} in (${forOthers}) and tenant_id = ${owner.tenant}
    offset 0) as made`;
}
