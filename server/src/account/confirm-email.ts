import type {
  askEmailCode as askEmailCodeCall,
  confirmEmail as confirmEmailCall,
} from '@portside/contract/account';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer, Visitor } from '../http/who.ts';
import { postLetter } from '../letters/letters.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { confirmationLetter } from './emails.ts';
import { viewPerson, type Person } from './person.ts';
import * as store from './store.ts';

/** Sends the six digits that confirm an address. @throws No `too_often` */
export async function sendEmailCode(
  app: App,
  tx: Tx,
  who: Visitor,
  person: Pick<Person, 'id' | 'email' | 'firstName'> & { language: string },
): Promise<void> {
  const code = await codes.issueCode(app, tx, {
    tenant: who.tenant,
    purpose: 'verify_email',
    subject: person.id,
    address: person.email,
  });
  const reader = { brand: who.brand, language: person.language };
  const letter = confirmationLetter(reader, person.firstName, code);
  await postLetter(app, tx, who.brand, person.email, letter);
}

/** The same, when the customer asks for it. */
export async function askEmailCode(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof askEmailCodeCall> | Refused<'email_confirmed'>> {
  return app.db.transaction(async (tx) => {
    const person = await viewPerson(tx, who.tenant, who.customerId);
    if (person.emailVerified) return refused('email_confirmed');
    await sendEmailCode(app, tx, who, person);
    return { message: say(who.language, 'We sent a code to your email address.') };
  });
}

/** The code came back, so the address is the customer's. */
export async function confirmEmail(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof confirmEmailCall>,
): Promise<OutputOf<typeof confirmEmailCall> | codes.CodeRefused> {
  return app.db.transaction(async (tx) => {
    const { email } = await viewPerson(tx, who.tenant, who.customerId);
    const no = await codes.enterCode(app, tx, {
      tenant: who.tenant,
      purpose: 'verify_email',
      subject: who.customerId,
      address: email,
      code: input.otp,
    });
    if (no) return no;
    await noteConfirmed(app, tx, who, email);
    return { message: say(who.language, 'Your email address is confirmed.') };
  });
}

/**
 * A code or a link came back from the address, whatever it was for: that confirms it. True when it
 * was not confirmed before.
 */
export async function noteConfirmed(
  app: App,
  tx: Tx,
  who: Visitor & Pick<Customer, 'customerId'>,
  email: string,
): Promise<boolean> {
  const fresh = await store.markEmailVerified(tx, who.tenant, who.customerId, email);
  if (fresh) await sessions.noteActivity(app, tx, who, 'email_confirmed');
  return fresh;
}
