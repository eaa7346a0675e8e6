import type { Query } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import * as store from './find-store.ts';

export interface FoundLine {
  readonly id: string;
  readonly customerId: string;
  readonly number: string;
}

/** For staff: by a whole number or ICCID. Never of another brand. */
export async function findLines(
  db: Query,
  tenant: number,
  by: { id: string } | { mdn: string } | { iccid: string },
  limit: number,
): Promise<FoundLine[]> {
  const rows = await store.findLines(db, tenant, by, limit);
  return rows.map(({ id, customer_id: customerId, mdn: number }) => ({ id, customerId, number }));
}

export async function ownerOfLine(
  db: Query,
  tenant: number,
  id: string,
): Promise<Owner | undefined> {
  const [row] = await store.findLines(db, tenant, { id }, 1);
  return row && ownerOfRow(row);
}

/** Each customer's oldest number. */
export async function numbersOf(
  db: Query,
  tenant: number,
  customers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.numbersOf(db, tenant, customers);
  return new Map(rows.toReversed().map(({ customer_id: id, mdn }) => [id, mdn]));
}
