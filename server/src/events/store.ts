import type { Generated } from 'kysely';
import type { LiveEvent } from '@portside/contract/events';
import type { Query } from '../db/database.ts';

export interface EventRow {
  id: number;
  tenant_id: number;
  customer_id: string;
  kind: LiveEvent['kind'];
  about: string;
  status: string;
  at: Date;
}

const tables = (db: Query) =>
  db.withTables<{ events: Omit<EventRow, 'id'> & { id: Generated<number> } }>();

export async function insertEvent(db: Query, row: Omit<EventRow, 'id'>): Promise<void> {
  await tables(db).insertInto('events').values(row).execute();
}

/** Everything since that moment, in the order of its ids. */
export function eventsSince(db: Query, since: Date): Promise<EventRow[]> {
  return tables(db)
    .selectFrom('events')
    .selectAll()
    .where('at', '>', since)
    .orderBy('id')
    .execute();
}

export function eventsAfter(
  db: Query,
  tenant: number,
  customerId: string,
  id: number,
): Promise<EventRow[]> {
  return tables(db)
    .selectFrom('events')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('id', '>', id)
    .orderBy('id')
    .limit(100)
    .execute();
}

export async function deleteEvents(db: Query, before: Date): Promise<void> {
  await tables(db).deleteFrom('events').where('at', '<', before).execute();
}
