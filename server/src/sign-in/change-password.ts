import type { changePassword as changePasswordCall } from '@portside/contract/sign-in';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import { refused, type Refused } from '../http/no.ts';
import { isProven, type Customer } from '../http/who.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { endOldCodes, setPassword } from './set-password.ts';
import { notifyOfNewPassword } from './left-passkeys.ts';
import { whyRefused } from './refused-passwords.ts';
import { hashPassword, passwordHolds } from './password.ts';
import * as store from './store.ts';
import { viewPerson } from '../account/person.ts';
import { noteActivity } from '../sessions/activity.ts';

/**
 * Changes the password and ends every other session in one transaction, so that the old one is out
 * when the new one is in (I16).
 */
export async function changePassword(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof changePasswordCall>,
): Promise<
  | OutputOf<typeof changePasswordCall>
  | Refused<'proof_required' | 'wrong_current_password' | 'password_leaked' | 'password_guessable'>
> {
  const { tenant, customerId } = who;
  const { secondStep } = await viewPerson(app.db.query, who);
  // Then the password alone proves nothing.
  if (secondStep && !isProven(who, app.clock.now())) return refused('proof_required');
  const credential = await store.credentialOf(app.db.query, who);
  const holds = await passwordHolds(app, credential?.password_hash, input.currentPassword);
  if (!credential || !holds) return refused('wrong_current_password');
  const owner = await viewPerson(app.db.query, who);
  const no = whyRefused(app, who.brand, input.newPassword, owner);
  if (no) return no;
  const passwordHash = await hashPassword(app, input.newPassword);
  return app.db.transaction(async (tx) => {
    // Codes before the password: a login by code locks in this order.
    await endOldCodes(app, tx, who);
    // Of two simultaneous changes the first one stays.
    if (!(await store.holdCredential(tx, credential))) return refused('wrong_current_password');
    const person = await viewPerson(tx, who);
    await setPassword(app, tx, who, passwordHash);
    await codes.cancelTickets(tx, { tenant, purpose: 'reset_link', subject: customerId });
    await sessions.endOtherSessions(app, tx, who);
    if (!secondStep) await sessions.markProven(app, tx, who);
    await noteActivity(app, tx, who, 'password_changed');
    await notifyOfNewPassword(app, tx, who, person);
    return { message: say(who.language, 'Your password was changed.') };
  });
}
