import type {
  askEmailCode as askEmailCodeCall,
  confirmEmail as confirmEmailCall,
} from '@portside/contract/account';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { No, refused, type Refused } from '../http/no.ts';
import type { Customer, Owner, Visitor } from '../http/who.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { noteReads } from '../emails/returned-emails.ts';
import { countConfirmingEmail } from '../limits/limits.ts';
import { say } from '../words/say.ts';
import { confirmationEmail, secondAccountEmail } from './emails.ts';
import { confirmedOwner, viewPerson, type Person } from './person.ts';
import * as store from './store.ts';
import { type Actor, noteActivity } from '../sessions/activity.ts';

/**
 * Sends six digits that confirm an address. Where another account has confirmed it, they lead into
 * that account; the answer is the same. @throws No `too_often`
 */
export async function sendEmailCode(
  app: App,
  tx: Tx,
  who: Pick<Visitor, 'tenant' | 'brand'>,
  person: Pick<Person, 'id' | 'email'> & { language: string },
): Promise<void> {
  const { email } = person;
  await countConfirmingEmail(app, tx, who.tenant, email);
  const code = await codes.issueCode(app, tx, {
    tenant: who.tenant,
    purpose: 'verify_email',
    subject: person.id,
    address: email,
  });
  const owner = await confirmedOwner(tx, who.tenant, email);
  const mail = owner
    ? secondAccountEmail({ brand: who.brand, language: owner.language }, owner.called, code)
    : confirmationEmail({ brand: who.brand, language: person.language }, code);
  await queueEmail(app, tx, who.brand, email, mail);
}

/** An address that gets too many of them is spared; a code can be asked for later. */
export async function sendCodeIfAny(...input: Parameters<typeof sendEmailCode>): Promise<boolean> {
  try {
    await sendEmailCode(...input);
    return true;
  } catch (error) {
    if (error instanceof No && error.code === 'too_often') return false;
    throw error;
  }
}

export async function askEmailCode(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof askEmailCodeCall> | Refused<'email_confirmed'>> {
  return app.db.transaction(async (tx) => {
    const person = await viewPerson(tx, who);
    if (person.emailVerified) return refused('email_confirmed');
    await sendEmailCode(app, tx, who, person);
    return { message: say(who.language, 'We sent a code to your email address.') };
  });
}

export interface Confirmed {
  /** Set when the caller turns out to be another account's owner. */
  owner?: Person;
}

/**
 * The caller reads the address. The first account to confirm it holds it; a later one is shown to
 * be its owner's.
 */
export async function enterEmailCode(
  app: App,
  tx: Tx,
  who: Customer,
  input: ParsedInputOf<typeof confirmEmailCall>,
): Promise<Confirmed | codes.CodeRefused> {
  const { email, emailVerified } = await viewPerson(tx, who);
  const no = await codes.enterCode(app, tx, {
    tenant: who.tenant,
    purpose: 'verify_email',
    subject: who.customerId,
    address: email,
    code: input.otp,
  });
  if (no) return no;
  await noteReads(tx, who.tenant, email);
  // Somebody else may be confirming the same address right now.
  if (await store.claimEmail(tx, who.tenant, who.customerId, email, app.clock.now())) {
    if (!emailVerified) await noteActivity(app, tx, who, 'email_confirmed');
    return {};
  }
  const owner = await confirmedOwner(tx, who.tenant, email);
  return owner ? { owner } : refused('code_expired');
}

/**
 * Somebody has shown to read the address, and this second account of it is theirs: it holds the address, and
 * an account that was begun with it and never confirmed does not any more. @returns false when somebody has
 * confirmed it
 */
export const holdAddress = (app: App, tx: Tx, owner: Owner, email: string): Promise<boolean> =>
  store.claimEmail(tx, owner.tenant, owner.customerId, email, app.clock.now());

export async function noteConfirmed(app: App, tx: Tx, who: Actor, email: string): Promise<boolean> {
  const now = app.clock.now();
  const fresh = await store.markEmailVerified(tx, who.tenant, who.customerId, email, now);
  if (fresh) await noteActivity(app, tx, who, 'email_confirmed');
  return fresh;
}
