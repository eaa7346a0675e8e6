import type {
  askLoginCode as askLoginCodeCall,
  enterLoginCode as enterLoginCodeCall,
} from '@portside/contract/sign-in';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { Refused, refused } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { queueEmail } from '../emails/queue-email.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { comeIn } from './arrival.ts';
import { loginCodeEmail } from './emails.ts';
import { removePassword } from './set-password.ts';
import { withMinimumTime } from './minimum-time.ts';
import type { Person } from '../account/person.ts';
import { noteConfirmed } from '../account/confirm-email.ts';
import { postNotice } from '../account/notices.ts';
import { noteActivity } from '../sessions/activity.ts';

export interface AskedEmail {
  tenant: number;
  email: string;
  codeId: string;
  browserId?: string;
}

export const mailLoginCode = defineJob<AskedEmail>('mail-login-code', { atOnce: 4 });

const keyOf = (
  tenant: number,
  email: string,
  who: { browserId?: string | undefined },
): codes.CodeKey => ({ tenant, purpose: 'login', subject: codes.subjectOf(email, who) });

/**
 * A job looks the account up later, so that neither answer nor time tells whether there is one.
 * @throws No `too_often`
 */
export async function askLoginCode(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof askLoginCodeCall>,
): Promise<OutputOf<typeof askLoginCodeCall>> {
  const { tenant } = who;
  const email = normalEmail(input.email);
  await withMinimumTime(app, () =>
    app.db.transaction(async (tx) => {
      const key = { ...keyOf(tenant, email, who), address: email };
      const codeId = await codes.askCode(app, tx, key);
      const { browserId } = who;
      await app.jobs.enqueue(tx, mailLoginCode, {
        tenant,
        email,
        codeId,
        ...(browserId && { browserId }),
      });
    }),
  );
  const sentence = 'If there is an account with this email address, a code is on its way.';
  return { message: say(who.language, sentence) };
}

export async function sendLoginCode(app: App, asked: AskedEmail): Promise<void> {
  const { tenant, email, codeId } = asked;
  const brand = app.brands.byTenant(tenant);
  await app.db.transaction(async (tx) => {
    const person = await account.findPerson(tx, tenant, email);
    if (!person) return;
    const code = await codes.makeCode(app, tx, { ...keyOf(tenant, email, asked), id: codeId });
    if (code === undefined) return;
    await queueEmail(
      app,
      tx,
      brand,
      email,
      loginCodeEmail({ brand, language: person.language }, code),
    );
  });
}

/** Nothing looks for an account before the code is right. */
export async function enterLoginCode(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof enterLoginCodeCall>,
): Promise<
  OutputOf<typeof enterLoginCodeCall> | codes.CodeRefused | Refused<'second_step_required'>
> {
  const email = normalEmail(input.email);
  return app.db.transaction(async (tx) => {
    const own = keyOf(who.tenant, email, who);
    const isOwn = (await codes.pendingAddress(app, tx, own)) !== undefined;
    const key = isOwn ? own : keyOf(who.tenant, email, {});
    const no = await codes.enterCode(app, tx, { ...key, code: input.otp });
    if (no) return no;
    const person = await account.findPerson(tx, who.tenant, email);
    // The account has given up the address since.
    if (!person) return refused('code_expired');
    const { owner } = person;
    const fresh = await noteConfirmed(app, tx, { ...who, ...owner }, email);
    if (fresh) await shutOutOpener(app, tx, who, person);
    const way = await comeIn(app, tx, who, person.id, 'code');
    if (way instanceof Refused) return way;
    return { ...way, message: say(who.language, 'You’re logged in.') };
  });
}

/**
 * Whoever opened the account may not own the address: all sessions end, and so does the password
 * unless this browser set it.
 */
async function shutOutOpener(app: App, tx: Tx, who: Visitor, person: Person) {
  const { owner } = person;
  const own = await sessions.wasHere(app, tx, who, person.id);
  // The password first: it ends a login with it that is in progress.
  const isRemoved = !own && (await removePassword(app, tx, owner));
  await sessions.endAllSessions(app, tx, owner);
  if (!isRemoved) return;
  await noteActivity(app, tx, { ...who, ...owner }, 'password_removed');
  await postNotice(app, tx, who, person, 'password_removed');
}
