import type {
  forgotPassword as forgotPasswordCall,
  resetPassword as resetPasswordCall,
} from '@portside/contract/sign-in';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import { minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { ownerOf, type Visitor, visitorAs } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { pageAddress } from '../emails/email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import * as limits from '../limits/limits.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import type { AskedEmail } from './code-login.ts';
import { resetEmail } from './emails.ts';
import { setPassword } from './set-password.ts';
import { withMinimumTime } from './minimum-time.ts';
import { offerRemoval, notifyOfNewPassword } from './left-passkeys.ts';
import { hashPassword } from './password.ts';
import { whyRefused } from './refused-passwords.ts';
import { type Person, viewPerson } from '../account/person.ts';
import { noteConfirmed } from '../account/confirm-email.ts';
import { knowBrowser } from '../sessions/known-browsers.ts';
import { noteActivity } from '../sessions/activity.ts';

const LINK_LIVES = minutes(30);

export const mailResetLink = defineJob<AskedEmail>('mail-reset-link', { atOnce: 4 });

/** The same answer for every address; a job looks the account up. @throws No `too_often` */
export async function forgotPassword(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof forgotPasswordCall>,
): Promise<OutputOf<typeof forgotPasswordCall>> {
  const { tenant } = who;
  const email = normalEmail(input.email);
  await withMinimumTime(app, () =>
    app.db.transaction(async (tx) => {
      // Nobody enters this code: it only holds the 30 second lock of this browser.
      const subject = codes.subjectOf(email, who);
      const key = { tenant, purpose: 'reset_link', subject, address: email } as const;
      const codeId = await codes.askCode(app, tx, key);
      await app.jobs.enqueue(tx, mailResetLink, { tenant, email, codeId });
    }),
  );
  const sentence = 'If there is an account with this email address, a link is on its way.';
  return { message: say(who.language, sentence) };
}

export async function sendResetLink(app: App, asked: AskedEmail): Promise<void> {
  const { tenant, email } = asked;
  const brand = app.brands.byTenant(tenant);
  await app.db.transaction(async (tx) => {
    const person = await account.findPerson(tx, tenant, email);
    if (!person) return;
    const token = await issueResetLink(app, tx, tenant, person);
    const { language } = person;
    const url = pageAddress({ brand, language }, `/reset-password?token=${token}`);
    await queueEmail(app, tx, brand, email, resetEmail({ brand, language }, url));
  });
}

/** Earlier links stay valid, so that a stranger's requests do not spoil the owner's. */
export async function issueResetLink(
  app: App,
  tx: Tx,
  tenant: number,
  person: Pick<Person, 'id' | 'email'>,
): Promise<string> {
  const { token } = await codes.issueTicket(app, tx, {
    tenant,
    purpose: 'reset_link',
    subject: person.id,
    note: person.email,
    lives: LINK_LIVES,
    allowsOthers: true,
  });
  return token;
}

/**
 * Sets a new password, ends every session and confirms the address. Passkeys stay, so they are
 * listed.
 */
export async function resetPassword(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof resetPasswordCall>,
): Promise<
  | OutputOf<typeof resetPasswordCall>
  | Refused<'link_expired' | 'password_leaked' | 'password_guessable'>
> {
  const { tenant } = who;
  const ticket = { tenant, purpose: 'reset_link', token: input.token } as const;
  // Before the costly hash: a made-up link costs a lookup.
  const found = await codes.findTicket(app, app.db.query, ticket);
  if (!found) return refused('link_expired');
  const owner = await viewPerson(app.db.query, ownerOf(tenant, found.subject));
  const no = whyRefused(app, who.brand, input.newPassword, owner);
  if (no) return no;
  const passwordHash = await hashPassword(app, input.newPassword);
  return app.db.transaction(async (tx) => {
    const link = await codes.useTicket(app, tx, ticket);
    if (!link) return refused('link_expired');
    const person = await viewPerson(tx, ownerOf(tenant, link.subject));
    // The account has given up the link's address.
    if (person.email !== link.note) return refused('link_expired');
    const actor = visitorAs(who, person.id);
    await setPassword(app, tx, actor, passwordHash);
    await codes.cancelTickets(tx, { tenant, purpose: 'reset_link', subject: person.id });
    await sessions.endAllSessions(app, tx, actor);
    // So that the owner can log in while strangers guess.
    await knowBrowser(app, tx, who, person.id);
    await limits.forgetTries(app, tx, who, person.email);
    await noteConfirmed(app, tx, actor, person.email);
    await noteActivity(app, tx, actor, 'password_reset');
    await notifyOfNewPassword(app, tx, who, person);
    return {
      message: say(who.language, 'Your password was changed. Please log in with it.'),
      ...(await offerRemoval(app, tx, actor)),
    };
  });
}
