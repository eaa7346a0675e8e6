import { sql, type ColumnType } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { ContactMessageRow } from './store.ts';

type DeskColumn = 'staff_id' | 'staff_name' | 'answered_at' | 'closed_at';

export interface InboxRow extends ContactMessageRow {
  staff_id: string | null;
  staff_name: string | null;
  /** When we last wrote to them. */
  answered_at: Date | null;
  closed_at: Date | null;
}

export interface ContactReplyRow {
  id: string;
  message_id: string;
  client_id: string;
  staff_name: string;
  text: string;
  at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    contact_messages: Omit<InboxRow, DeskColumn> & {
      [Column in DeskColumn]: ColumnType<InboxRow[Column], InboxRow[Column] | undefined>;
    };
    contact_replies: ContactReplyRow;
  }>();

/** What nobody has answered, the oldest at the top; then what was answered and came since then. */
export const openMessages = (
  db: Query,
  tenant: number,
  since: Date,
  limit: number,
): Promise<InboxRow[]> =>
  tables(db)
    .selectFrom('contact_messages')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('closed_at', 'is', null)
    .where((is) => is.or([is('answered_at', 'is', null), is('created_at', '>', since)]))
    .orderBy(sql`answered_at is not null`)
    .orderBy('created_at')
    .limit(limit)
    .execute();

const messageNamed = (db: Query, tenant: number, id: string) =>
  tables(db)
    .selectFrom('contact_messages')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id);

export const messageOf = (db: Query, tenant: number, id: string): Promise<InboxRow | undefined> =>
  messageNamed(db, tenant, id).executeTakeFirst();

export const holdMessage = (tx: Tx, tenant: number, id: string): Promise<InboxRow | undefined> =>
  messageNamed(tx, tenant, id).forUpdate().executeTakeFirst();

export async function updateMessage(
  tx: Tx,
  id: string,
  values: Partial<Pick<InboxRow, DeskColumn>>,
): Promise<void> {
  await tables(tx).updateTable('contact_messages').set(values).where('id', '=', id).execute();
}

export const repliesTo = (db: Query, messageId: string): Promise<ContactReplyRow[]> =>
  tables(db)
    .selectFrom('contact_replies')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('at')
    .execute();

/** False when it was saved before. */
export async function insertReply(tx: Tx, row: ContactReplyRow): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('contact_replies')
    .values(row)
    .onConflict((conflict) => conflict.columns(['message_id', 'client_id']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
