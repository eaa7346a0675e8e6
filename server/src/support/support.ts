import type { contactUs } from '@portside/contract/support';
import type { ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type { Visitor } from '../http/who.ts';
import { countSupportEmail, maySendUnasked } from '../limits/limits.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { maskCards } from './card-mask.ts';
import { contactEmail, receiptEmail } from './emails.ts';
import { say } from '../words/say.ts';
import * as store from './store.ts';

/**
 * Stores a visitor's message and emails support, and the writer a receipt (I11). A filled-in hidden
 * field means a program: same answer, nothing sent.
 */
export async function contactSupport(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof contactUs>,
): Promise<{ message: string }> {
  const answer = { message: say(who.language, 'Message sent. We reply within one business day.') };
  if (input.website) return answer;
  await app.db.transaction(async (tx) => {
    await countSupportEmail(app, tx, who);
    const { tenant, language } = who;
    const row = await keepMessage(app, tx, { ...input, tenant, language, at: app.clock.now() });
    await queueEmail(app, tx, who.brand, who.brand.support.email, contactEmail(who.brand, row));
    // Anybody may name anybody's address.
    if (!(await maySendUnasked(app, tx, tenant, row.email))) return;
    await queueEmail(app, tx, who.brand, row.email, receiptEmail(who.brand, row));
  });
  return answer;
}

/** Stores it without its card numbers. */
export async function keepMessage(
  app: App,
  tx: Tx,
  written: { tenant: number; language: string; at: Date } & Pick<
    store.ContactMessageRow,
    'name' | 'email' | 'message'
  >,
): Promise<store.ContactMessageRow> {
  const { tenant, language, at, name, email, message } = written;
  const row: store.ContactMessageRow = {
    id: app.random.id('msg'),
    tenant_id: tenant,
    name,
    email,
    message: maskCards(message).text,
    language,
    created_at: at,
  };
  await store.insertMessage(tx, row);
  return row;
}
