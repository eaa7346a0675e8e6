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

type Whose = Pick<EventRow, 'tenant_id' | 'customer_id' | 'browser_id'>;

const eventsFor = (db: Query, who: Whose) =>
  tables(db)
    .selectFrom('events')
    .selectAll()
    .where('tenant_id', '=', who.tenant_id)
    .where('customer_id', 'is not distinct from', who.customer_id)
    .where('browser_id', 'is not distinct from', who.browser_id)
    .orderBy('id');

export const eventsAfter = (db: Query, who: Whose, id: number): Promise<EventRow[]> =>
  eventsFor(db, who).where('id', '>', id).limit(100).execute();

export const eventsOfSince = (db: Query, who: Whose, since: Date): Promise<EventRow[]> =>
  eventsFor(db, who).where('at', '>', since).execute();

export async function deleteEvents(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'events', sql`at < ${before}`);
}
