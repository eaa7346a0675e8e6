import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { OrderRow } from './store.ts';

type Standing = Pick<OrderRow, 'id' | 'status' | 'attempt'>;

export function standingsOf(db: Query, orderIds: readonly string[]): Promise<Standing[]> {
  return db
    .withTables<{ orders: Standing }>()
    .selectFrom('orders')
    .select(['id', 'status', 'attempt'])
    .where(sql<boolean>`id = any(${orderIds}::text[])`)
    .execute();
}
