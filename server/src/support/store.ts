import { sql, type ColumnType, type Generated } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Listener } from '../events/events.ts';

export interface ContactMessageRow {
  id: string;
  tenant_id: number;
  name: string;
  email: string;
  message: string;
  language: string;
  created_at: Date;
}

export interface ChatRow {
  id: string;
  tenant_id: number;
  customer_id: string | null;
  browser_id: string | null;
  joined_to: string | null;
  email: string | null;
  language: string;
  /** When support was last emailed about what it has not answered. */
  letter_at: Date | null;
  created_at: Date;
  written_at: Date;
  /** Who of staff has it. */
  staff_id: string | null;
  staff_name: string | null;
  /** Of the first message that nobody has answered. */
  waits_since: Date | null;
  closed_at: Date | null;
}

type DeskColumn = 'staff_id' | 'staff_name' | 'waits_since' | 'closed_at';

export interface ChatMessageRow {
  seq: number;
  id: string;
  chat_id: string;
  author: 'visitor' | 'desk';
  client_id: string | null;
  text: string;
  masked: boolean;
  before_login: boolean;
  at: Date;
  read_at: Date | null;
  mailed_at: Date | null;
}

const tables = (db: Query) =>
  db.withTables<{
    contact_messages: ContactMessageRow;
    chats: Omit<ChatRow, DeskColumn> & {
      [Column in DeskColumn]: ColumnType<ChatRow[Column], ChatRow[Column] | undefined>;
    };
    chat_messages: Omit<ChatMessageRow, 'seq' | 'before_login'> & {
      seq: Generated<number>;
      before_login: Generated<boolean>;
    };
  }>();

export async function insertMessage(db: Query, row: ContactMessageRow): Promise<void> {
  await tables(db).insertInto('contact_messages').values(row).execute();
}

const ownChat = (db: Query, owner: Listener) => {
  const chats = tables(db).selectFrom('chats').selectAll().where('tenant_id', '=', owner.tenant);
  return 'customerId' in owner
    ? chats.where('customer_id', '=', owner.customerId)
    : chats.where('browser_id', '=', owner.browserId).where('joined_to', 'is', null);
};

export function chatOf(db: Query, owner: Listener): Promise<ChatRow | undefined> {
  return ownChat(db, owner).executeTakeFirst();
}

export function holdChatOf(tx: Tx, owner: Listener): Promise<ChatRow | undefined> {
  return ownChat(tx, owner).forUpdate().executeTakeFirst();
}

export async function lockChatOf(
  tx: Tx,
  owner: Listener,
  fresh: Pick<ChatRow, 'id' | 'language' | 'created_at'>,
): Promise<ChatRow> {
  const found = await holdChatOf(tx, owner);
  if (found) return found;
  await tables(tx)
    .insertInto('chats')
    .values({
      ...fresh,
      tenant_id: owner.tenant,
      ...('customerId' in owner
        ? { customer_id: owner.customerId, browser_id: null }
        : { customer_id: null, browser_id: owner.browserId }),
      joined_to: null,
      email: null,
      letter_at: null,
      written_at: fresh.created_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ownChat(tx, owner).forUpdate().executeTakeFirstOrThrow();
}

/** Follows joined chats, whoever owns them: for support and jobs. */
export async function followAnyChat(db: Query, id: string): Promise<ChatRow | undefined> {
  const row = await anyChat(db, id).executeTakeFirst();
  return row?.joined_to ? anyChat(db, row.joined_to).executeTakeFirst() : row;
}

export async function holdAnyChat(tx: Tx, id: string): Promise<ChatRow | undefined> {
  const row = await anyChat(tx, id).forUpdate().executeTakeFirst();
  return row?.joined_to ? anyChat(tx, row.joined_to).forUpdate().executeTakeFirst() : row;
}

const anyChat = (db: Query, id: string) =>
  tables(db).selectFrom('chats').selectAll().where('id', '=', id);

export async function updateChat(
  db: Query,
  id: string,
  values: Partial<Pick<ChatRow, 'email' | 'letter_at' | 'written_at' | 'joined_to' | DeskColumn>>,
): Promise<void> {
  await tables(db).updateTable('chats').set(values).where('id', '=', id).execute();
}

export async function moveMessages(
  db: Query,
  from: string,
  to: string,
  { beforeLogin }: { beforeLogin: boolean },
): Promise<void> {
  await tables(db)
    .updateTable('chat_messages')
    .set((eb) => ({
      chat_id: to,
      ...(beforeLogin && { before_login: true }),
      client_id: eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('chat_messages as there')
              .select('there.id')
              .where('there.chat_id', '=', to)
              .whereRef('there.author', '=', 'chat_messages.author')
              .whereRef('there.client_id', '=', 'chat_messages.client_id'),
          ),
        )
        .then(null)
        .else(eb.ref('chat_messages.client_id'))
        .end(),
    }))
    .where('chat_id', '=', from)
    .execute();
}

export function insertChatMessage(
  db: Query,
  row: Omit<ChatMessageRow, 'seq' | 'before_login'>,
): Promise<ChatMessageRow | undefined> {
  return tables(db)
    .insertInto('chat_messages')
    .values(row)
    .onConflict((conflict) => conflict.columns(['chat_id', 'author', 'client_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function messageOfClient(db: Query, chatId: string, clientId: string) {
  return tables(db)
    .selectFrom('chat_messages')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where('author', '=', 'visitor')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
}

export function messagesOf(
  db: Query,
  chatId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ChatMessageRow[]> {
  const messages = tables(db)
    .selectFrom('chat_messages')
    .selectAll()
    .where('chat_id', '=', chatId)
    .orderBy('seq', 'desc')
    .limit(limit);
  return (before === undefined ? messages : messages.where('seq', '<', before)).execute();
}

const unread = (db: Query) =>
  tables(db).selectFrom('chat_messages').where('author', '=', 'desk').where('read_at', 'is', null);

export async function countUnread(db: Query, chatId: string): Promise<number> {
  const { count } = await unread(db)
    .where('chat_id', '=', chatId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function markRead(
  db: Query,
  chatId: string,
  at: Date,
  upTo: string | undefined,
): Promise<number> {
  const update = tables(db)
    .updateTable('chat_messages')
    .set({ read_at: at })
    .where('chat_id', '=', chatId)
    .where('author', '=', 'desk')
    .where('read_at', 'is', null);
  const limited =
    upTo === undefined
      ? update
      : update.where('seq', '<=', (eb) =>
          eb
            .selectFrom('chat_messages as last')
            .select('last.seq')
            .where('last.chat_id', '=', chatId)
            .where('last.id', '=', upTo),
        );
  const { numUpdatedRows } = await limited.executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function chatsNotRead(db: Query, since: Date, before: Date): Promise<string[]> {
  const rows = await unread(db)
    .where('mailed_at', 'is', null)
    .where('at', '>', since)
    .where('at', '<', before)
    .select('chat_id')
    .distinct()
    .limit(1000)
    .execute();
  return rows.map((row) => row.chat_id);
}

/** So many milliseconds after the oldest reply since then that was neither read nor emailed. */
export const oldestReply = (since: Date, after: number) => sql<Date | null>`(
  select min(at) + ${after}::float8 * interval '1 millisecond' from chat_messages
  where author = 'desk' and read_at is null and mailed_at is null and at > ${since}
)`;

/** Marks unread replies as emailed and answers them, oldest first. */
export async function claimForEmail(
  db: Query,
  chatId: string,
  at: Date,
): Promise<ChatMessageRow[]> {
  const rows = await tables(db)
    .updateTable('chat_messages')
    .set({ mailed_at: at })
    .where('chat_id', '=', chatId)
    .where('author', '=', 'desk')
    .where('read_at', 'is', null)
    .where('mailed_at', 'is', null)
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.seq - b.seq);
}

export async function deleteQuietChats(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'chats', sql`customer_id is null and written_at < ${before}`);
}

export async function deleteMessages(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'contact_messages', sql`created_at < ${before}`);
}
