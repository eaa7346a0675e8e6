import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { ChatRow } from './store.ts';

interface ReadyAnswerRow {
  id: string;
  tenant_id: number;
  title: string;
  text: string;
  created_at: Date;
}

const tables = (db: Query) => db.withTables<{ chats: ChatRow; ready_answers: ReadyAnswerRow }>();

/** What waits, the longest of all at the top; then what was written in since then. */
export const openChats = (
  db: Query,
  tenant: number,
  since: Date,
  limit: number,
): Promise<ChatRow[]> =>
  tables(db)
    .selectFrom('chats')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('joined_to', 'is', null)
    .where('closed_at', 'is', null)
    .where((is) => is.or([is('waits_since', 'is not', null), is('written_at', '>', since)]))
    .orderBy(sql`waits_since asc nulls last`)
    .orderBy('written_at', 'desc')
    .limit(limit)
    .execute();

export const readyAnswers = (db: Query, tenant: number): Promise<ReadyAnswerRow[]> =>
  tables(db)
    .selectFrom('ready_answers')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .orderBy(sql`lower(title)`)
    .limit(500)
    .execute();

export async function putReadyAnswer(tx: Tx, row: ReadyAnswerRow): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ready_answers (id, tenant_id, title, text, created_at)
    values (${row.id}, ${row.tenant_id}, ${row.title}, ${row.text}, ${row.created_at})
    on conflict (tenant_id, lower(title)) do update set title = excluded.title, text = excluded.text
    returning id`.execute(tx);
  return rows[0]?.id ?? row.id;
}

export async function dropReadyAnswer(tx: Tx, tenant: number, id: string): Promise<boolean> {
  const dropped = await tables(tx)
    .deleteFrom('ready_answers')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  return dropped.numDeletedRows === 1n;
}
