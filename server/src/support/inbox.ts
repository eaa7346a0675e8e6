import type * as calls from '@portside/contract/console/inbox';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { findPerson } from '../account/account.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Staff } from '../http/who.ts';
import { told } from '../words/told.ts';
import { maskCards } from './card-mask.ts';
import { contactReplyEmail } from './emails.ts';
import * as store from './inbox-store.ts';

const SHOWN = 200;
/** Once it is answered; until then it waits here. */
const LISTED_FOR = days(30);

type Told = Promise<{ message: string } | Refused<'taken'>>;

export async function listInbox(app: App, who: Staff): Promise<OutputOf<typeof calls.listInbox>> {
  const since = later(app.clock.now(), -LISTED_FOR);
  const rows = await store.openMessages(app.db.query, who.tenant, since, SHOWN);
  return { messages: rows.map(messageOf) };
}

export async function viewInboxMessage(
  app: App,
  who: Staff,
  { id }: { id: string },
): Promise<OutputOf<typeof calls.viewInboxMessage>> {
  const db = app.db.query;
  const row = await store.messageOf(db, who.tenant, id);
  if (!row) throw notFound();
  const [person, replies] = await Promise.all([
    findPerson(db, who.tenant, row.email),
    store.repliesTo(db, row.id),
  ]);
  return {
    ...messageOf(row),
    email: row.email,
    text: row.message,
    closed: row.closed_at !== null,
    customerId: person?.owner.customerId ?? null,
    replies: replies.map((one) => ({
      id: one.id,
      by: one.staff_name,
      text: one.text,
      at: one.at.toISOString(),
    })),
  };
}

function messageOf(row: store.InboxRow) {
  const { id, name, language, staff_id, staff_name } = row;
  const writtenAt = row.created_at.toISOString();
  return {
    id,
    name,
    language,
    writtenAt,
    waitsSince: row.answered_at || row.closed_at ? null : writtenAt,
    takenBy: staff_id === null ? null : { id: staff_id, name: staff_name ?? '' },
  };
}

export function takeInboxMessage(
  app: App,
  who: Staff,
  { id, over }: ParsedInputOf<typeof calls.takeInboxMessage>,
): Told {
  return withMessage(app, who, id, over, async (tx, row) => {
    await store.updateMessage(tx, row.id, own(who));
    return told('It is yours now.');
  });
}

/** Their answer, if there is one, comes by email: there is no other way back to them. */
export function replyToInboxMessage(
  app: App,
  who: Staff,
  { id, text, clientId }: ParsedInputOf<typeof calls.replyToInboxMessage>,
): Told {
  return withMessage(app, who, id, false, async (tx, row) => {
    const now = app.clock.now();
    const reply = {
      id: app.random.id('msg'),
      message_id: row.id,
      client_id: clientId ?? app.random.id('rep'),
      staff_name: who.name,
      text: maskCards(text).text,
      at: now,
    };
    if (!(await store.insertReply(tx, reply))) return told('Sent.');
    await store.updateMessage(tx, row.id, { ...own(who), answered_at: now, closed_at: null });
    const { brand } = who;
    const written = contactReplyEmail({ brand, language: row.language }, reply.text);
    await queueEmail(app, tx, brand, row.email, written);
    return told('Sent.');
  });
}

export function handOverInboxMessage(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof calls.handOverInboxMessage>,
): Told {
  return withMessage(app, who, id, false, async (tx, row) => {
    await store.updateMessage(tx, row.id, nobody);
    return told('It waits for whoever takes it next.');
  });
}

export function closeInboxMessage(app: App, who: Staff, { id }: { id: string }): Told {
  return withMessage(app, who, id, false, async (tx, row) => {
    await store.updateMessage(tx, row.id, { ...nobody, closed_at: app.clock.now() });
    return told('It is closed.');
  });
}

const nobody = { staff_id: null, staff_name: null };
const own = ({ staffId: staff_id, name: staff_name }: Staff) => ({ staff_id, staff_name });

/** Two agents never answer one message at once without knowing. */
function withMessage(
  app: App,
  who: Staff,
  id: string,
  over: boolean | undefined,
  act: (tx: Tx, row: store.InboxRow) => Promise<{ message: string }>,
): Told {
  return app.db.transaction(async (tx) => {
    const row = await store.holdMessage(tx, who.tenant, id);
    if (!row) throw notFound();
    const isTaken = row.staff_id !== null && row.staff_id !== who.staffId;
    if (isTaken && over !== true) return refused('taken', { by: row.staff_name ?? '' });
    return act(tx, row);
  });
}
