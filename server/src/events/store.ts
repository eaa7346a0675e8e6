import { sql, type Generated } from 'kysely';
import type { LiveEvent } from '@portside/contract/events';
import { clearAway } from '../db/clearing.ts';
import type { Query } from '../db/database.ts';
import { writeLast, type WriteAll } from '../db/transactions.ts';

export interface EventRow {
  id: number;
  tenant_id: number;
  customer_id: string | null;
  browser_id: string | null;
  kind: LiveEvent['kind'];
  about: string;
  status: string;
  at: Date;
}

const tables = (db: Query) =>
  db.withTables<{ events: Omit<EventRow, 'id'> & { id: Generated<number> } }>();

export function insertEvent(db: Query, row: Omit<EventRow, 'id'>): Promise<void> {
  return writeLast(db, insertEvents, row);
}

const insertEvents: WriteAll<Omit<EventRow, 'id'>> = (db, rows) =>
  tables(db).insertInto('events').values(rows).compile();

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
  who: Pick<EventRow, 'tenant_id' | 'customer_id' | 'browser_id'>,
  id: number,
): Promise<EventRow[]> {
  return tables(db)
    .selectFrom('events')
    .selectAll()
    .where('tenant_id', '=', who.tenant_id)
    .where('customer_id', 'is not distinct from', who.customer_id)
    .where('browser_id', 'is not distinct from', who.browser_id)
    .where('id', '>', id)
    .orderBy('id')
    .limit(100)
    .execute();
}

export async function deleteEvents(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'events', sql`at < ${before}`);
}
