import { sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

interface VerificationRow {
  id: string;
  tenant_id: number;
  staff_id: string;
  customer_id: string;
  how: string;
  reference: string;
  at: Date;
  until: Date;
}

interface NoteRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  /** The name at the time. */
  staff: string;
  text: string;
  at: Date;
}

const tables = (db: Query) =>
  db.withTables<{ caller_verifications: VerificationRow; customer_notes: NoteRow }>();

export async function insertVerification(db: Query, row: VerificationRow): Promise<void> {
  await tables(db).insertInto('caller_verifications').values(row).execute();
}

/** @param how only those, or any */
export async function verifiedUntil(
  db: Query,
  owner: Owner,
  staffId: string,
  now: Date,
  how?: 'code',
): Promise<Date | undefined> {
  const open = tables(db)
    .selectFrom('caller_verifications')
    .select('until')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .where('staff_id', '=', staffId)
    .where('until', '>', now)
    .orderBy('until', 'desc')
    .limit(1);
  const found = await (how ? open.where('how', '=', how) : open).executeTakeFirst();
  return found?.until;
}

export async function dropVerifications(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'caller_verifications', sql`until < ${before}`);
}

export async function insertNote(db: Query, row: NoteRow): Promise<void> {
  await tables(db).insertInto('customer_notes').values(row).execute();
}

export function notesOf(
  db: Query,
  owner: Owner,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<NoteRow[]> {
  const notes = tables(db)
    .selectFrom('customer_notes')
    .selectAll()
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId)
    .orderBy('id', 'desc')
    .limit(limit);
  return (before === undefined ? notes : notes.where('id', '<', before)).execute();
}

export async function moveNotes(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('customer_notes')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}
