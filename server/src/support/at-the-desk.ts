import type * as calls from '@portside/contract/console/chats';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { maskedNames } from '../account/find-people.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import { told } from '../words/told.ts';
import type { Staff } from '../http/who.ts';
import { saveReply } from './staff-replies.ts';
import * as deskStore from './desk-store.ts';
import * as store from './store.ts';

const SHOWN = 200;
/** What waits for nobody; older ones are looked for at the customer's page. */
const LISTED_FOR = days(30);

type Told = Promise<{ message: string } | Refused<'taken'>>;

export async function listChats(app: App, who: Staff): Promise<OutputOf<typeof calls.listChats>> {
  const since = later(app.clock.now(), -LISTED_FOR);
  const rows = await deskStore.openChats(app.db.query, who.tenant, since, SHOWN);
  const names = await namesOf(app, who, rows);
  return { chats: rows.map((row) => chatOf(row, names)) };
}

export async function viewStaffChat(
  app: App,
  who: Staff,
  { id }: { id: string },
): Promise<OutputOf<typeof calls.viewStaffChat>> {
  const db = app.db.query;
  const chat = await store.followAnyChat(db, id);
  if (chat?.tenant_id !== who.tenant) throw notFound();
  const rows = await store.messagesOf(db, chat.id, { before: undefined, limit: SHOWN });
  return {
    ...chatOf(chat, await namesOf(app, who, [chat])),
    messages: rows.toReversed().map((row) => ({
      id: row.id,
      from: row.author,
      text: row.text,
      at: row.at.toISOString(),
      masked: row.masked,
      beforeLogin: row.before_login,
    })),
  };
}

const namesOf = (app: App, { tenant }: Staff, rows: readonly store.ChatRow[]) =>
  maskedNames(
    app.db.query,
    tenant,
    rows.map(({ customer_id: id }) => id),
  );

function chatOf(row: store.ChatRow, names: ReadonlyMap<string | null, string>) {
  const { id, customer_id: customerId, language, staff_id, staff_name } = row;
  return {
    id,
    customerId,
    name: names.get(customerId) ?? null,
    language,
    waitsSince: row.waits_since?.toISOString() ?? null,
    writtenAt: row.written_at.toISOString(),
    takenBy: staff_id === null ? null : { id: staff_id, name: staff_name ?? '' },
  };
}

export function takeChat(
  app: App,
  who: Staff,
  { id, over }: ParsedInputOf<typeof calls.takeChat>,
): Told {
  return withChat(app, who, id, over, async (tx, chat) => {
    await store.updateChat(tx, chat.id, own(who));
    return told('It is yours now.');
  });
}

/** Two agents never answer one customer at once without knowing. */
export function replyToChat(
  app: App,
  who: Staff,
  { id, text, clientId = '' }: ParsedInputOf<typeof calls.replyToChat>,
): Told {
  return withChat(app, who, id, false, async (tx, chat) => {
    await store.updateChat(tx, chat.id, { ...own(who), closed_at: null });
    await saveReply(app, tx, chat, { text, replyId: clientId });
    return told('Sent.');
  });
}

export function handOverChat(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof calls.handOverChat>,
): Told {
  return withChat(app, who, id, false, async (tx, chat) => {
    await store.updateChat(tx, chat.id, { staff_id: null, staff_name: null });
    return told('It waits for whoever takes it next.');
  });
}

export function closeChat(app: App, who: Staff, { id }: { id: string }): Told {
  return withChat(app, who, id, false, async (tx, chat) => {
    const nobody = { staff_id: null, staff_name: null };
    await store.updateChat(tx, chat.id, { ...nobody, closed_at: app.clock.now() });
    return told('It is closed. It comes back when they write again.');
  });
}

const own = ({ staffId: staff_id, name: staff_name }: Staff) => ({ staff_id, staff_name });

function withChat(
  app: App,
  who: Staff,
  id: string,
  over: boolean | undefined,
  act: (tx: Tx, chat: store.ChatRow) => Promise<{ message: string }>,
): Told {
  return app.db.transaction(async (tx) => {
    const chat = await store.holdAnyChat(tx, id);
    if (chat?.tenant_id !== who.tenant) throw notFound();
    const isTaken = chat.staff_id !== null && chat.staff_id !== who.staffId;
    if (isTaken && over !== true) return refused('taken', { by: chat.staff_name ?? '' });
    return act(tx, chat);
  });
}

export async function listReadyAnswers(
  app: App,
  who: Staff,
): Promise<OutputOf<typeof calls.listReadyAnswers>> {
  const rows = await deskStore.readyAnswers(app.db.query, who.tenant);
  return { answers: rows.map(({ id, title, text }) => ({ id, title, text })) };
}

export function keepReadyAnswer(
  app: App,
  who: Staff,
  { title, text }: ParsedInputOf<typeof calls.keepReadyAnswer>,
): Promise<OutputOf<typeof calls.keepReadyAnswer>> {
  return app.db.transaction(async (tx) => {
    const row = { tenant_id: who.tenant, title, text, created_at: app.clock.now() };
    const id = await deskStore.putReadyAnswer(tx, { ...row, id: app.random.id('ans') });
    return { ...told('It is kept ready.'), id };
  });
}

export function dropReadyAnswer(
  app: App,
  who: Staff,
  { id }: { id: string },
): Promise<{ message: string }> {
  return app.db.transaction(async (tx) => {
    if (!(await deskStore.dropReadyAnswer(tx, who.tenant, id))) throw notFound();
    return told('It is dropped.');
  });
}
