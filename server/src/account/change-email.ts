import type {
  changeEmail as changeEmailCall,
  resendCode as resendCodeCall,
} from '@portside/contract/account';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer, Owner } from '../http/who.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { noteReads } from '../emails/returned-emails.ts';
import { countConfirmingEmail } from '../limits/limits.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { sendEmailCode } from './confirm-email.ts';
import { addressTakenEmail, newAddressEmail } from './emails.ts';
import { postNotice } from './notices.ts';
import { confirmedOwner, viewPerson } from './person.ts';
import * as store from './store.ts';
import { leaveAddress, returnToAddress } from './warn-owner.ts';
import { noteActivity } from '../sessions/activity.ts';

const keyOf = (who: Customer): codes.CodeKey => ({
  tenant: who.tenant,
  purpose: 'email_change',
  subject: who.customerId,
});

/**
 * Sends five digits to the new address. The answer does not tell whether the address is taken: its
 * owner then gets an email without a code. @throws No `too_often`
 */
export async function sendNewAddressCode(
  app: App,
  tx: Tx,
  who: Customer,
  newEmail: string,
): Promise<void> {
  await countConfirmingEmail(app, tx, who.tenant, newEmail);
  const taken = await confirmedOwner(tx, who.tenant, newEmail);
  const code = await codes.issueCode(app, tx, { ...keyOf(who), address: newEmail });
  const mail = taken
    ? addressTakenEmail({ brand: who.brand, language: taken.language })
    : newAddressEmail(who, code);
  await queueEmail(app, tx, who.brand, newEmail, mail);
}

export async function changeEmail(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof changeEmailCall>,
): Promise<OutputOf<typeof changeEmailCall> | codes.CodeRefused> {
  const newEmail = normalEmail(input.newEmail);
  return app.db.transaction(async (tx) => {
    const before = await viewPerson(tx, who);
    const no = await codes.enterCode(app, tx, {
      ...keyOf(who),
      code: input.otp,
      address: newEmail,
    });
    if (no) return no;
    const replaced = await store.replaceEmail(
      tx,
      who.tenant,
      who.customerId,
      newEmail,
      app.clock.now(),
    );
    // Somebody else has confirmed it since.
    if (!replaced) return refused('code_expired');
    // Also one that nobody confirmed: their receipts went there.
    const isAnothers = !before.holdsEmail && (await confirmedOwner(tx, who.tenant, before.email));
    if (!isAnothers) await leaveAddress(app, tx, who, before.email);
    await noteReads(tx, who.tenant, newEmail);
    await sessions.endOtherSessions(app, tx, who);
    await noteActivity(app, tx, who, 'email_changed');
    await postNotice(app, tx, who, before, 'email');
    return { message: say(who.language, 'Your email address was changed.') };
  });
}

/** False when the old address is another account's now. */
export async function restoreEmail(
  app: Pick<App, 'clock'>,
  tx: Tx,
  owner: Owner,
  email: string,
): Promise<boolean> {
  if (!(await store.replaceEmail(tx, owner.tenant, owner.customerId, email, app.clock.now())))
    return false;
  await returnToAddress(tx, owner, email);
  return true;
}

/** The code of the pending change, else the one that confirms the address (I19). */
export async function resendCode(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof resendCodeCall>,
): Promise<OutputOf<typeof resendCodeCall> | Refused<'nothing_pending'>> {
  const email = normalEmail(input.email);
  return app.db.transaction(async (tx) => {
    const person = await viewPerson(tx, who);
    const pending = await codes.pendingAddress(app, tx, keyOf(who));
    if (pending === email) await sendNewAddressCode(app, tx, who, email);
    else if (person.email === email && !person.emailVerified) {
      await sendEmailCode(app, tx, who, person);
    } else return refused('nothing_pending');
    return { message: say(who.language, 'Code Re-sent! Please enter the new code') };
  });
}
