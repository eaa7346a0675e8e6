import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { paidForOthers } from '../checkout/paid-for-others.ts';
import { paymentsToGive } from '../payments/payments.ts';
import { given } from './given-columns.ts';

type Row = Record<string, unknown>;

/** Tables without a row are named, too: that there is nothing is an answer. */
export async function readGiven(db: Query, owner: Owner): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  const { orderIds } = await paidForOthers(db, owner);
  const made = new Map(Object.entries(await paymentsToGive(db, owner, orderIds)));
  for (const [table, { by, of, columns, also, instead }] of Object.entries(given)) {
    const read = sql.join(columns.split(' ').map((column) => sql.ref(column)));
    const ids = of && idsOf(of, owner);
    const own = also
      ? sql`(${ownedBy(owner, by)}) or (${ownedBy(owner, also)})`
      : ownedBy(owner, by);
    const whose = ids ? sql`${sql.ref(by)} in (${ids})` : own;
    // Its own ids first: all others' rows would be read for theirs.
    const built = made.get(table) ?? (ids && instead?.(ids, owner));
    const from = built ? sql`(${built}) as own` : sql`${sql.table(table)} where ${whose}`;
    const { rows } = await sql<Row>`select ${read} from ${from}`.execute(db);
    found[table] = rows;
  }
  return found;
}

export const ownedBy = ({ tenant, customerId }: Owner, by: string) =>
  sql`tenant_id = ${tenant} and ${sql.ref(by)} = ${customerId}`;

export function idsOf(table: string, owner: Owner) {
  const ids = sql`select id from ${sql.table(table)}`;
  return sql`${ids} where ${ownedBy(owner, 'customer_id')}`;
}
