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

/** Newest first. An id is of when it was written; two that were sent at one time sort by it. */
export function sentTo(
  db: Query,
  to: { tenant: number; address: string; since: Date },
  { before, limit }: { before: { at: Date; id: string } | undefined; limit: number },
): Promise<SentRow[]> {
  const sent = tables(db)
    .selectFrom('sent_emails')
    .selectAll()
    .where('tenant_id', '=', to.tenant)
    .where('address', '=', to.address)
    .where('at', '>=', to.since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  const older = before && sql<boolean>`(at, id) < (${before.at}, ${before.id})`;
  return (older ? sent.where(older) : sent).execute();
}

export async function dropSent(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'sent_emails', sql`at < ${before}`);
}
