import type { contactUs } from '@portside/contract/support';
import type { ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Visitor } from '../http/who.ts';
import { countSupportEmail } from '../limits/limits.ts';
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
  const row: store.ContactMessageRow = {
    id: app.random.id('msg'),
    tenant_id: who.tenant,
    name: input.name,
    email: input.email,
    message: maskCards(input.message).text,
    language: who.language,
    created_at: app.clock.now(),
  };
  await app.db.transaction(async (tx) => {
    await countSupportEmail(app, tx, who);
    await store.insertMessage(tx, row);
    await queueEmail(app, tx, who.brand, who.brand.support.email, contactEmail(who.brand, row));
    await queueEmail(app, tx, who.brand, row.email, receiptEmail(who.brand, row));
  });
  return answer;
}
