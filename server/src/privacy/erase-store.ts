import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import {
  alsoGone,
  byAddress,
  bySubject,
  left,
  notes,
  ofNoBrand,
  withReceipts,
} from './erased-columns.ts';
import { given } from './given-columns.ts';
import { idsOf, ownedBy } from './given-store.ts';

/** All but what `left` names, and the account's own row. */
export async function eraseRows(tx: Tx, owner: Owner): Promise<void> {
  for (const table of notes) {
    for (const parent of ['lines', 'orders', 'charges', 'port_ins']) {
      const id = sql`split_part(item_id, '.', 2)`;
      await drop(
        tx,
        table,
        sql`tenant_id = ${owner.tenant} and ${id} in (${idsOf(parent, owner)})`,
      );
    }
  }
  for (const [table, { emptied }] of Object.entries(left)) {
    if (!emptied) continue;
    const { by, of } = given[table] ?? { by: 'customer_id' };
    const values = Object.entries(emptied).map(([column, to]) => sql`${sql.ref(column)} = ${to}`);
    const update = sql`update ${sql.table(table)} set ${sql.join(values)}`;
    await sql`${update} where ${whose(owner, by, of)}`.execute(tx);
  }
  const gone = [
    ...alsoGone,
    ...Object.entries(given)
      .filter(([table]) => table !== 'customers' && !(table in left))
      .map(([table, { by, of }]) => ({ table, by, of })),
  ];
  // Rows of lines, chats and port-ins first, as those name the customer.
  for (const { table, by, of } of gone.toSorted((a, b) => Number(!a.of) - Number(!b.of))) {
    await drop(tx, table, whose(owner, by, of));
  }
  for (const table of ofNoBrand) await drop(tx, table, sql`customer_id = ${owner.customerId}`);
  await dropOfSubjects(tx, owner.tenant, [owner.customerId]);
}

function drop(tx: Tx, table: string, which: RawBuilder<unknown>) {
  const gone = sql`delete from ${sql.table(table)}`;
  return sql`${gone} where ${which}`.execute(tx);
}

const whose = (owner: Owner, by: string, of: string | undefined) =>
  of ? sql`${sql.ref(by)} in (${idsOf(of, owner)})` : ownedBy(owner, by);

/** Its first word is whose it is. */
async function dropOfSubjects(tx: Tx, tenant: number, subjects: readonly string[]) {
  const subject = sql`split_part(subject, ' ', 1)`;
  for (const table of bySubject) {
    await drop(tx, table, sql`tenant_id = ${tenant} and ${subject} in (${sql.join(subjects)})`);
  }
}

export async function formerAddressesOf(tx: Tx, owner: Owner): Promise<string[]> {
  const all = sql<{ email: string }>`select email from ${sql.table('former_addresses')}`;
  const { rows } = await sql<{
    email: string;
  }>`${all} where ${ownedBy(owner, 'customer_id')}`.execute(tx);
  return rows.map(({ email }) => email);
}

/** A receipt names who bought and where they lived. Nobody asks for the address of their emails. */
export async function takeOffReceipts(
  tx: Tx,
  owner: Owner,
  addresses: readonly string[],
): Promise<void> {
  for (const table of withReceipts) {
    for (const address of addresses) {
      const set = sql`update ${sql.table(table)} set customer = customer - ${address}::text`;
      const has = sql`jsonb_exists(customer, ${address}::text)`;
      await sql`${set} where ${ownedBy(owner, 'customer_id')} and ${has}`.execute(tx);
    }
  }
}

/** Whatever went to an address, and came from it. */
export async function eraseAddresses(
  tx: Tx,
  tenant: number,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  for (const { table, column, kept } of byAddress) {
    const isOne = sql`${sql.ref(column)} in (${sql.join(addresses)})`;
    if (kept) {
      const emptied = sql`update ${sql.table(table)} set ${sql.ref(column)} = ''`;
      await sql`${emptied} where tenant_id = ${tenant} and ${isOne} and ${kept}`.execute(tx);
    }
    await drop(tx, table, sql`tenant_id = ${tenant} and ${isOne}`);
  }
  await dropOfSubjects(tx, tenant, addresses);
}
