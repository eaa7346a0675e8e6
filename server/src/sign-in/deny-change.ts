import type { denyChange as denyChangeCall } from '@portside/contract/sign-in';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { type Owner, type Visitor, visitorAs } from '../http/who.ts';
import * as limits from '../limits/limits.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { removePassword } from './set-password.ts';
import { issueResetLink } from './reset-password.ts';
import { undoSecondStep } from './second-step-settings.ts';
import * as store from './store.ts';
import { restoreEmail } from '../account/change-email.ts';
import { noteConfirmed } from '../account/confirm-email.ts';
import { restoreContactNumber } from '../account/contact-number.ts';
import { DENIAL_LIVES } from '../account/denials.ts';
import { postNotice } from '../account/notices.ts';
import { viewPerson } from '../account/person.ts';
import { forgetAddressesSince } from '../account/warn-owner.ts';
import { knowBrowser } from '../sessions/known-browsers.ts';
import { beginPause } from '../safety/pauses.ts';
import { noteActivity } from '../sessions/activity.ts';

/**
 * "This wasn't me", from an email about a login or a change: everybody is logged out and the
 * address's owner gets the account back. Undoes what would keep somebody in or the owner out:
 * password, new passkeys, second step, address, contact number.
 */
export async function denyChange(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof denyChangeCall>,
): Promise<OutputOf<typeof denyChangeCall> | Refused<'link_expired'>> {
  const { tenant } = who;
  return app.db.transaction(async (tx) => {
    const ticket = { tenant, purpose: 'not_me', token: input.token } as const;
    const link = await codes.useTicket(app, tx, ticket);
    if (!link) return refused('link_expired');
    const owner = visitorAs(who, link.subject);
    const [email, since] = JSON.parse(link.note) as [string, string];
    await forgetAddressesSince(tx, owner, new Date(since));
    const isTheirs = await revertAddress(app, tx, owner, email);
    await removePassword(app, tx, owner);
    // The change was made a moment before its email.
    const from = later(new Date(since), -minutes(1));
    await store.deletePasskeysSince(tx, owner, from);
    const hasCodesBack = await undoSecondStep(app, tx, owner, from);
    const hasNumberBack = await restoreContactNumber(app, tx, owner);
    await sessions.endAllSessions(app, tx, owner);
    await beginPause(app, tx, owner, 'denied');
    await noteActivity(app, tx, owner, 'change_denied');
    const subject = owner.customerId;
    await codes.cancelTickets(tx, { tenant, purpose: 'reset_link', subject });
    await codes.cancelTickets(tx, { tenant, purpose: 'left_passkeys', subject });
    // Later links may have gone to somebody else's address; an earlier one may be the owner's.
    const endingFrom = later(new Date(since), DENIAL_LIVES);
    await codes.cancelTickets(tx, { tenant, purpose: 'not_me', subject }, endingFrom);
    if (!isTheirs) return { message: say(who.language, 'Every browser is logged out.') };
    await knowBrowser(app, tx, who, owner.customerId);
    await limits.forgetTries(app, tx, who, email);
    const person = await viewPerson(tx, owner);
    await postNotice(app, tx, who, person, 'denied');
    if (hasNumberBack) await postNotice(app, tx, who, person, 'phone_back');
    if (hasCodesBack) await postNotice(app, tx, who, person, 'recovery_codes_back');
    return {
      message: say(who.language, 'Every browser is logged out, and the password is removed.'),
      resetToken: await issueResetLink(app, tx, tenant, person),
    };
  });
}

async function revertAddress(
  app: App,
  tx: Tx,
  owner: Visitor & Owner,
  email: string,
): Promise<boolean> {
  const now = await viewPerson(tx, owner);
  if (now.email === email) {
    await noteConfirmed(app, tx, owner, email);
    return true;
  }
  if (!(await restoreEmail(app, tx, owner, email))) return false;
  await noteActivity(app, tx, owner, 'email_changed');
  await postNotice(app, tx, owner, now, 'email_back');
  return true;
}
