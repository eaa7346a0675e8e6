import type { Query } from '../db/database.ts';

export interface ContactMessageRow {
  id: string;
  tenant_id: number;
  name: string;
  email: string;
  message: string;
  language: string;
  created_at: Date;
}

const tables = (db: Query) => db.withTables<{ contact_messages: ContactMessageRow }>();

export async function insertMessage(db: Query, row: ContactMessageRow): Promise<void> {
  await tables(db).insertInto('contact_messages').values(row).execute();
}
