import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Query } from '../db/database.ts';
import type { Customer } from '../http/who.ts';
import type { Person } from './person.ts';

/** Until when the code that confirms the address is good, while there is one. */
export async function emailCodeUntil(
  app: App,
  db: Query,
  who: Customer,
  { emailVerified }: Pick<Person, 'emailVerified'>,
): Promise<{ emailCodeUntil?: string }> {
  if (emailVerified) return {};
  const until = await codes.pendingUntil(app, db, {
    tenant: who.tenant,
    purpose: 'verify_email',
    subject: who.customerId,
  });
  return until ? { emailCodeUntil: until.toISOString() } : {};
}
