import { sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query } from '../db/database.ts';

interface SentRow {
  id: string;
  tenant_id: number;
  address: string;
  subject: string;
  /** Its text. */
  sealed: string;
  at: Date;
}

const tables = (db: Query) => db.withTables<{ sent_emails: SentRow }>();

export async function insertSent(db: Query, row: SentRow): Promise<void> {
  await tables(db)
    .insertInto('sent_emails')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Ids sort by time. */
export function sentTo(
  db: Query,
  to: { tenant: number; address: string; since: Date },
  { before, limit }: { before: string | undefined; limit: number },
): Promise<SentRow[]> {
  const sent = tables(db)
    .selectFrom('sent_emails')
    .selectAll()
    .where('tenant_id', '=', to.tenant)
    .where('address', '=', to.address)
    .where('at', '>=', to.since)
    .orderBy('id', 'desc')
    .limit(limit);
  return (before === undefined ? sent : sent.where('id', '<', before)).execute();
}

export async function dropSent(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'sent_emails', sql`at < ${before}`);
}
