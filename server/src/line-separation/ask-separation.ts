import type * as calls from '@portside/contract/line-separation';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import { KEPT_DAYS } from '@portside/contract/line-separation';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { Refused } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { withMinimumTime } from '../sign-in/minimum-time.ts';
import { say } from '../words/say.ts';
import { macOf } from './by-link.ts';
import { codeEmail, receivedEmail } from './emails.ts';
import { sealLine, sealTold, type Told } from './sealed.ts';
import { shownTo } from './shown.ts';
import * as store from './store.ts';

type Code = typeof calls.askSeparationCode;
type Ask = typeof calls.askSeparation;

const hidden = ({ secrets }: App, email: string) => secrets.mac(email, 'separation-email');

const keyOf = (app: App, who: Visitor, email: string, isOfBrowser: boolean): codes.CodeKey => ({
  tenant: who.tenant,
  purpose: 'separation',
  subject: codes.subjectOf(hidden(app, email), isOfBrowser ? who : {}),
});

/** Whether the address has an account is not looked up. @throws No `too_often` */
export async function askSeparationCode(
  app: App,
  who: Visitor,
  input: ParsedInputOf<Code>,
): Promise<OutputOf<Code>> {
  const email = normalEmail(input.email);
  const { brand, language } = who;
  await withMinimumTime(app, () =>
    app.db.transaction(async (tx) => {
      const key = { ...keyOf(app, who, email, true), address: hidden(app, email) };
      const code = await codes.issueCode(app, tx, key);
      await queueEmail(app, tx, brand, email, codeEmail({ brand, language }, code));
    }),
  );
  return { message: say(language, 'A code is on its way to this email address.') };
}

/**
 * Nothing is looked up, so that nobody learns from it which numbers are here. No hidden trap: the code that was
 * emailed stops programs, and whose browser fills in every field is not to be lost.
 */
export function askSeparation(
  app: App,
  who: Visitor,
  { otp, lines, ...input }: ParsedInputOf<Ask>,
): Promise<OutputOf<Ask> | Refused<ReasonOf<Ask>>> {
  const email = normalEmail(input.email);
  return app.db.transaction(async (tx) => {
    const own = keyOf(app, who, email, true);
    const isOwn = (await codes.pendingAddress(app, tx, own)) !== undefined;
    const key = isOwn ? own : keyOf(app, who, email, false);
    const no = await codes.enterCode(app, tx, { ...key, code: otp });
    if (no) return no;
    const token = app.random.token();
    const message = say(who.language, 'We have your request. Now send the document, below.');
    const asked = [...new Map(lines.map((line) => [line.number, line])).values()];
    const row = {
      id: app.random.id('sep'),
      tenant_id: who.tenant,
      reference: referenceOf(app),
      state: 'open' as const,
      language: who.language,
      received_at: app.clock.now(),
    };
    const told: Told = toldIn(input, email);
    const sealed = { sealed: sealTold(app, row.id, told), token_mac: macOf(app, token) };
    await store.insertSeparation(
      tx,
      { ...row, ...sealed },
      asked.map(({ number, who: user }, position) => ({
        separation_id: row.id,
        position,
        tenant_id: who.tenant,
        who: user,
        sealed: sealLine(app, { separationId: row.id, position }, { number }),
      })),
    );
    await tellReceived(app, tx, who, { email, token, row });
    const kept = await store.lockSeparation(tx, row.id);
    if (!kept) throw new Error('A request that was just kept is gone');
    return { message, secret: token, separation: await shownTo(app, tx, kept) };
  });
}

function tellReceived(
  app: App,
  tx: Tx,
  { brand, language }: Visitor,
  {
    email,
    token,
    row,
  }: { email: string; token: string; row: { reference: string; received_at: Date } },
): Promise<void> {
  const keptUntil = later(row.received_at, days(KEPT_DAYS));
  const { reference } = row;
  const written = receivedEmail({ brand, language }, { token, reference, keptUntil });
  return queueEmail(app, tx, brand, email, written);
}

/** `4829-13775`: to say on the phone. */
function referenceOf({ random }: App): string {
  return `${random.digits(4)}-${random.digits(5)}`;
}

function toldIn(
  { name, otherName, address, ...rest }: Omit<ParsedInputOf<Ask>, 'otp' | 'lines'>,
  email: string,
): Told {
  const { otherNumber, contactNumber, contactNote, representative } = rest;
  return {
    email,
    name,
    otherName,
    ...(otherNumber && { otherNumber }),
    ...(contactNumber && { contactNumber }),
    ...(contactNote && { contactNote }),
    ...(representative && { representative }),
    ...(address && { address: whole(address) }),
  };
}

const whole = ({
  streetDirection = '',
  streetUnit = '',
  ...rest
}: NonNullable<ParsedInputOf<Ask>['address']>) => ({ ...rest, streetDirection, streetUnit });
