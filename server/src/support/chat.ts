import type * as calls from '@portside/contract/chat';
import type { ChatMessage } from '@portside/contract/chat';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { publish, type Listener } from '../events/events.ts';
import { No } from '../http/no.ts';
import { ownerOfRow, type Customer, type Owner, type Visitor } from '../http/who.ts';
import { countSupportEmail } from '../limits/limits.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { say } from '../words/say.ts';
import { maskCards } from './card-mask.ts';
import { supportHours } from './support-hours.ts';
import { caseLink } from './case-link.ts';
import { staffChatEmail } from './emails.ts';
import * as store from './store.ts';
import { viewPerson } from '../account/person.ts';
import { holdOpen } from '../account/joining.ts';

const PAGE = 50;
/** Later messages within this time are behind the first email's link. */
const BURST = minutes(10);

/**
 * The customer's chat, or the browser's while nobody is logged in. @throws No `unauthenticated`
 * with neither, and with an expired token: its owner must not write as an anonymous browser
 */
export async function viewChat(
  app: App,
  who: Visitor | Customer,
  { cursor }: ParsedInputOf<typeof calls.viewChat>,
): Promise<OutputOf<typeof calls.viewChat>> {
  const owner = ownerOf(who);
  await joinBrowser(app, who);
  const { query } = app.db;
  const chat = await store.chatOf(query, owner);
  const before = cursor === undefined ? undefined : Number(cursor);
  const rows = chat ? await store.messagesOf(query, chat.id, { before, limit: PAGE + 1 }) : [];
  const shown = rows.slice(0, PAGE).toReversed();
  const { open, backAt } = supportHours(who.brand, app.clock.now());
  return {
    conversation: {
      messages: shown.map(messageOf),
      ...(rows.length > PAGE && { next: String(shown[0]?.seq) }),
      unread: chat ? await store.countUnread(query, chat.id) : 0,
      desk: { open, backAt: backAt?.toISOString() ?? null },
      repliesTo: await addressOf(app, owner, chat),
    },
  };
}

/**
 * Stores a message without its card numbers and tells the other open pages. Support gets one email
 * per burst.
 */
export async function sendChatMessage(
  app: App,
  who: Visitor | Customer,
  input: ParsedInputOf<typeof calls.sendChatMessage>,
): Promise<OutputOf<typeof calls.sendChatMessage>> {
  const owner = ownerOf(who);
  const now = app.clock.now();
  const row = {
    id: app.random.id('msg'),
    author: 'visitor' as const,
    client_id: input.clientId ?? null,
    ...maskCards(input.text),
    at: now,
    read_at: null,
    mailed_at: null,
  };
  const answer = (saved: MessageColumns) => ({
    message: say(who.language, saved.masked ? maskedSentence : 'Sent.'),
    sent: messageOf(saved),
  });
  await joinBrowser(app, who);
  return app.db.transaction(async (tx) => {
    const chat = await lockChat(app, tx, who, owner);
    const saved = await store.insertChatMessage(tx, { ...row, chat_id: chat.id });
    const email = ('customerId' in owner ? '' : input.email) || chat.email;
    if (!saved) {
      // The address is left afterwards, with the message again.
      if (email !== chat.email) await store.updateChat(tx, chat.id, { email });
      return answer(await store.messageOfClient(tx, chat.id, input.clientId ?? ''));
    }
    const due = !chat.letter_at || chat.letter_at < later(now, -BURST);
    await store.updateChat(tx, chat.id, {
      written_at: now,
      waits_since: chat.waits_since ?? now,
      closed_at: null,
      email,
      ...(due && { letter_at: now }),
    });
    await publishChat(app, tx, owner, chat.id, 'message');
    if (due) {
      await countSupportEmail(app, tx, who);
      await emailStaff(app, tx, who, { ...chat, email }, saved.text);
    }
    return answer(saved);
  });
}

export async function readChat(
  app: App,
  who: Visitor | Customer,
  { upTo }: ParsedInputOf<typeof calls.readChat>,
): Promise<OutputOf<typeof calls.readChat>> {
  const owner = ownerOf(who);
  await app.db.transaction(async (tx) => {
    const chat = await store.chatOf(tx, owner);
    if (!chat) return;
    const count = await store.markRead(tx, chat.id, app.clock.now(), upTo);
    if (count > 0) await publishChat(app, tx, owner, chat.id, 'read');
  });
  return { message: say(who.language, 'Seen.') };
}

export function publishChat(
  app: App,
  tx: Tx,
  owner: Listener,
  chatId: string,
  status: 'message' | 'reply' | 'read' | 'joined',
): Promise<void> {
  return publish(app, tx, owner, { kind: 'chat', id: chatId, status });
}

export function ownerOfChat(chat: store.ChatRow): Listener {
  return ownerOfRow(chat) ?? { tenant: chat.tenant_id, browserId: chat.browser_id ?? '' };
}

/**
 * A customer's confirmed address, as replies may tell about the account; an anonymous visitor's is
 * the one they left.
 */
export async function addressOf(
  app: App,
  owner: Listener,
  chat: store.ChatRow | undefined,
): Promise<string | null> {
  if (!('customerId' in owner)) return chat?.email ?? null;
  const person = await viewPerson(app.db.query, owner);
  return person.emailVerified ? person.email : null;
}

const maskedSentence =
  'Sent. We took a card number out of it: please never send one here. You can add a card in your account.';

function ownerOf(who: Visitor | Customer): Listener {
  if ('customerId' in who) return who;
  if (who.tokenRefused || !who.browserId) throw new No('unauthenticated');
  return { tenant: who.tenant, browserId: who.browserId };
}

/** Messages from before the login belong to the customer (docs/decisions/0011). */
async function joinBrowser(app: App, who: Visitor | Customer): Promise<void> {
  if (!('customerId' in who) || !who.browserId) return;
  const { tenant, browserId } = who;
  if (!(await store.chatOf(app.db.query, { tenant, browserId }))) return;
  await app.db.transaction(async (tx) => {
    const left = await store.holdChatOf(tx, { tenant, browserId });
    if (!left) return;
    const owner = ownerOf(who);
    const own = await lockChat(app, tx, who, owner);
    await mergeChat(app, tx, { left, own, beforeLogin: true });
  });
}

async function mergeChat(
  app: App,
  tx: Tx,
  { left, own, beforeLogin }: { left: store.ChatRow; own: store.ChatRow; beforeLogin: boolean },
): Promise<void> {
  await store.moveMessages(tx, left.id, own.id, { beforeLogin });
  await store.updateChat(tx, left.id, { joined_to: own.id });
  const mailed = [left.letter_at, own.letter_at].filter((at) => at !== null);
  await store.updateChat(tx, own.id, {
    written_at: left.written_at > own.written_at ? left.written_at : own.written_at,
    letter_at: mailed.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    waits_since: own.waits_since ?? left.waits_since,
    closed_at: null,
  });
  await publishChat(app, tx, ownerOfChat(own), own.id, 'joined');
}

export async function moveCustomer(
  app: App,
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> {
  const left = await store.holdChatOf(tx, ownerOfRow({ tenant_id: tenant, customer_id: from }));
  if (!left || left.joined_to) return;
  const { language } = left;
  const fresh = { id: app.random.id('cht'), language, created_at: app.clock.now() };
  const own = await store.lockChatOf(tx, ownerOfRow({ tenant_id: tenant, customer_id: to }), fresh);
  await mergeChat(app, tx, { left, own, beforeLogin: false });
}

async function lockChat(app: App, tx: Tx, who: Visitor, owner: Listener): Promise<store.ChatRow> {
  if ('customerId' in owner) await holdOpen(tx, owner);
  return store.lockChatOf(tx, owner, {
    id: app.random.id('cht'),
    language: who.language,
    created_at: app.clock.now(),
  });
}

async function emailStaff(app: App, tx: Tx, who: Visitor, chat: store.ChatRow, text: string) {
  const owner = ownerOfRow(chat);
  const person = owner && (await viewPerson(tx, owner));
  const { open } = supportHours(who.brand, app.clock.now());
  const url = caseLink(app, chat.id);
  const written = staffChatEmail(who.brand, { person, email: chat.email, open, text, url });
  await queueEmail(app, tx, who.brand, who.brand.support.email, written);
}

type MessageColumns = Pick<
  store.ChatMessageRow,
  'id' | 'author' | 'text' | 'at' | 'masked' | 'client_id'
>;

function messageOf(row: MessageColumns): ChatMessage {
  return {
    id: row.id,
    from: row.author === 'desk' ? 'desk' : 'you',
    text: row.text,
    at: row.at.toISOString(),
    masked: row.masked,
    ...(row.author === 'visitor' && row.client_id !== null && { clientId: row.client_id }),
  };
}

/** Whether the customer has written, from a session of theirs, since then. */
export async function wroteSince(db: Query, owner: Owner, since: Date): Promise<boolean> {
  const chat = await store.chatOf(db, owner);
  if (!chat) return false;
  const rows = await store.messagesOf(db, chat.id, { before: undefined, limit: 50 });
  return rows.some((row) => row.author === 'visitor' && !row.before_login && row.at > since);
}

/** For staff: the newest first, before a message of theirs. */
export async function chatOfCustomer(
  db: Query,
  owner: Owner,
  page?: { before: number | undefined; limit: number },
): Promise<{ id: string; messages: store.ChatMessageRow[] } | undefined> {
  const chat = await store.chatOf(db, owner);
  return chat && { id: chat.id, messages: page ? await store.messagesOf(db, chat.id, page) : [] };
}
