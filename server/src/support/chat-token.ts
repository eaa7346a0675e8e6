import type { viewChatToken as viewChatTokenCall } from '@portside/contract/chat';
import type { OutputOf } from '@portside/contract/endpoint';
import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import type { Customer } from '../http/who.ts';

export async function viewChatToken(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof viewChatTokenCall>> {
  const { id, firstName, email, emailVerified } = await viewPerson(app.db.query, who);
  const person = { id, firstName, ...(emailVerified && { email }) };
  return { token: app.adapters.of(who.tenant).chat.token?.(person) ?? null };
}
