import type { Query } from '../db/database.ts';
import type { LineRow } from './store.ts';

const lines = (db: Query) => db.withTables<{ lines: LineRow }>().selectFrom('lines');

export async function customersOf(db: Query, tenant: number, lineIds: readonly string[]) {
  if (lineIds.length === 0) return [];
  return lines(db)
    .select(['id', 'customer_id'])
    .where('tenant_id', '=', tenant)
    .where('id', 'in', lineIds)
    .execute();
}

export async function unfinishedOfOrder(db: Query, orderId: string): Promise<string | undefined> {
  const row = await lines(db)
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['pending', 'activating'])
    .executeTakeFirst();
  return row?.id;
}
