import type { App } from '../app.ts';
import { days, later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { ownerOfRow } from '../http/who.ts';
import * as lines from '../lines/lines.ts';
import { pageAddress } from '../emails/email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import * as portIns from '../port-in/port-in.ts';
import { sendChatMessage } from '@portside/contract/chat';
import { maskCards } from './card-mask.ts';
import { addressOf, ownerOfChat, publishChat } from './chat.ts';
import { readCaseLink } from './case-link.ts';
import { conversationPage, deadLinkPage, type SupportCase, type CasePage } from './case-page.ts';
import { replyEmail } from './emails.ts';
import * as store from './store.ts';
import type { Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { viewPerson } from '../account/person.ts';

const SHOWN = 100;
/** A reply unread for this long is emailed. */
const AWAY = minutes(3);
/** How long a reply waits for an address. */
const TRIED_FOR = days(1);

/** The page behind an email's link; an expired link reveals nothing. */
export async function viewCase(
  app: App,
  signed: string,
  more: { sent?: boolean; text?: string; fault?: string } = {},
): Promise<CasePage> {
  const link = readCaseLink(app, signed);
  if (typeof link === 'string') return deadLinkPage(link);
  const chat = await store.followAnyChat(app.db.query, link.chatId);
  if (!chat) return deadLinkPage('expired');
  const rows = await store.messagesOf(app.db.query, chat.id, { before: undefined, limit: SHOWN });
  return conversationPage({
    ...more,
    ...(await caseOf(app, chat)),
    messages: rows.toReversed(),
    replyId: app.random.id('rep'),
    now: app.clock.now(),
  });
}

/**
 * Shows at once on the customer's open pages. The same `replyId` is stored once. @returns a page
 * that says why not
 */
export async function replyAsStaff(
  app: App,
  signed: string,
  form: { text: string; replyId: string },
): Promise<CasePage | undefined> {
  const link = readCaseLink(app, signed);
  if (typeof link === 'string') return deadLinkPage(link);
  const said = sendChatMessage.input.safeParse({ text: form.text });
  if (!said.success) {
    const fault = said.error.issues[0]?.message ?? '';
    return viewCase(app, signed, { text: form.text, fault });
  }
  const found = await app.db.transaction(async (tx) => {
    const chat = await store.holdAnyChat(tx, link.chatId);
    if (!chat) return false;
    await saveReply(app, tx, chat, { text: said.data.text, replyId: form.replyId });
    return true;
  });
  return found ? undefined : deadLinkPage('expired');
}

/** Once for each id; the customer's open pages show it at once. */
export async function saveReply(
  app: App,
  tx: Tx,
  chat: store.ChatRow,
  { text, replyId }: { text: string; replyId: string },
): Promise<void> {
  const now = app.clock.now();
  const saved = await store.insertChatMessage(tx, {
    id: app.random.id('msg'),
    chat_id: chat.id,
    author: 'desk',
    client_id: replyId.slice(0, 64) || null,
    ...maskCards(text),
    at: now,
    read_at: null,
    mailed_at: null,
  });
  if (!saved) return;
  await store.updateChat(tx, chat.id, { written_at: now, letter_at: null, waits_since: null });
  await publishChat(app, tx, ownerOfChat(chat), chat.id, 'reply');
}

export async function writeToAbsent(app: App): Promise<void> {
  const now = app.clock.now();
  const since = later(now, -TRIED_FOR);
  const found = await store.chatsNotRead(app.db.query, since, later(now, -AWAY));
  await sweep(app, found, (id) => writeTo(app, id, now), 'a reply could not be sent by email yet');
}

export const nextReply = (app: App): Moment =>
  store.oldestReply(later(app.clock.now(), -TRIED_FOR), AWAY);

async function writeTo(app: App, chatId: string, now: Date): Promise<void> {
  const chat = await store.followAnyChat(app.db.query, chatId);
  if (!chat) return;
  const brand = app.brands.byTenant(chat.tenant_id);
  const to = await addressOf(app, ownerOfChat(chat), chat);
  if (to === null) return;
  const person = await personOf(app, chat);
  const language = person?.language ?? chat.language;
  const page = person ? '/dashboard' : '/contact-us';
  await app.db.transaction(async (tx) => {
    const replies = await store.claimForEmail(tx, chat.id, now);
    if (replies.length === 0) return;
    const reader = {
      firstName: person?.called,
      language,
      url: `${pageAddress({ brand, language }, page)}#chat`,
    };
    const texts = replies.map((reply) => reply.text);
    await queueEmail(app, tx, brand, to, replyEmail(brand, reader, texts));
  });
}

async function personOf(app: App, chat: store.ChatRow) {
  const owner = ownerOfRow(chat);
  return owner && viewPerson(app.db.query, owner);
}

/** No secrets: no SIM and no account numbers. */
async function caseOf(
  app: App,
  chat: store.ChatRow,
): Promise<Pick<SupportCase, 'brand' | 'person' | 'lines' | 'portIns' | 'repliesTo'>> {
  const brand = app.brands.byTenant(chat.tenant_id);
  const repliesTo = await addressOf(app, ownerOfChat(chat), chat);
  const person = await personOf(app, chat);
  const owner = ownerOfRow(chat);
  if (!owner) return { brand, person, lines: [], portIns: [], repliesTo };
  const [own, brought] = await Promise.all([
    lines.linesOf(app, owner),
    portIns.portInsOf(app, owner, 'en'),
  ]);
  return { brand, person, lines: own, portIns: brought.filter(isOpen), repliesTo };
}

const over = ['completed', 'cancelled', 'expired', 'failed'];

const isOpen = ({ status }: { status: string }) => !over.includes(status);
