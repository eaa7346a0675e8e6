import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

/** A part of an email that waits for the others of its event. */
export interface PartRow {
  id: string;
  tenant_id: number;
  event: string;
  at: Date;
  sealed: string;
}

const tables = (db: Query) => db.withTables<{ email_parts: PartRow }>();

export async function insertPart(tx: Tx, row: PartRow): Promise<void> {
  await tables(tx).insertInto('email_parts').values(row).execute();
}

/** Whoever takes them writes the email: nobody else gets them. In the order in which they came. */
export async function takeParts(tx: Tx, tenant: number, event: string): Promise<PartRow[]> {
  // Locked in one order, so that two who take them at once wait and do not block each other.
  const { rows } = await sql<PartRow>`
    with held as (
      select id from email_parts where tenant_id = ${tenant} and event = ${event}
      order by id for update
    )
    delete from email_parts where id in (select id from held)
    returning id, tenant_id, event, at, sealed`.execute(tx);
  return rows.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
}
