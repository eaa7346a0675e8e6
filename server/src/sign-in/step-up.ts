import type { stepUp as stepUpCall } from '@portside/contract/sign-in';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { postLetter } from '../letters/letters.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { stepUpLetter } from './emails.ts';
import { provenPasskey } from './passkey-login.ts';
import { passwordHolds } from './password.ts';
import * as store from './store.ts';

type Input = ParsedInputOf<typeof stepUpCall>;
type Answer = OutputOf<typeof stepUpCall>;
type Reason = ReasonOf<typeof stepUpCall>;

/**
 * Proves anew that the customer is calling; it counts for ten minutes, for this session only. With
 * nothing in hand a code goes to the address of the account. @throws No `too_often`
 */
export async function stepUp(
  app: App,
  who: Customer,
  input: Input,
): Promise<Answer | Refused<Reason>> {
  if (input.passkey !== undefined) {
    const passkey = await provenPasskey(app, who, input.passkey);
    if (passkey?.customer_id !== who.customerId) return refused('passkey_unknown');
    return app.db.transaction((tx) => prove(app, tx, who));
  }
  if (input.password !== undefined) {
    const credential = await store.credentialOf(app.db.query, who.tenant, who.customerId);
    const holds = await passwordHolds(credential?.password_hash, input.password);
    return holds ? app.db.transaction((tx) => prove(app, tx, who)) : refused('wrong_password');
  }
  const { otp } = input;
  if (otp !== undefined) {
    return app.db.transaction(async (tx) => {
      const no = await codes.enterCode(app, tx, { ...keyOf(who), code: otp });
      return no ?? prove(app, tx, who);
    });
  }
  return sendCode(app, who);
}

const keyOf = (who: Customer): codes.CodeKey => ({
  tenant: who.tenant,
  purpose: 'step_up',
  subject: who.customerId,
});

async function prove(app: App, tx: Tx, who: Customer): Promise<Answer> {
  const until = await sessions.markProven(app, tx, who);
  await sessions.noteActivity(app, tx, who, 'proven');
  return {
    message: say(who.language, 'Thanks, you’re confirmed.'),
    provenUntil: until.toISOString(),
  };
}

function sendCode(app: App, who: Customer): Promise<Answer> {
  return app.db.transaction(async (tx) => {
    const person = await account.viewPerson(tx, who.tenant, who.customerId);
    const code = await codes.issueCode(app, tx, { ...keyOf(who), address: person.email });
    await postLetter(
      app,
      tx,
      who.brand,
      person.email,
      stepUpLetter({ brand: who.brand, language: person.language }, code),
    );
    return {
      message: say(who.language, 'We sent a code to your email address.'),
      provenUntil: null,
    };
  });
}
