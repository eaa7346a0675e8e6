import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import type {
  askPasskeyLogin as askPasskeyLoginCall,
  passkeyLogin as passkeyLoginCall,
} from '@portside/contract/sign-in';
import type { App } from '../app.ts';
import { minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import { refused, type Refused } from '../http/no.ts';
import { ownerOfRow, type Visitor } from '../http/who.ts';
import { say } from '../words/say.ts';
import { openDoor } from './arrival.ts';
import { counterAfter, optionsToUse, type PasskeyAnswer } from './passkey-ceremony.ts';
import * as store from './store.ts';
import { viewPerson } from '../account/person.ts';

const CHALLENGE_LIVES = minutes(5);

export async function askPasskeyLogin(
  app: App,
  who: Visitor,
): Promise<OutputOf<typeof askPasskeyLoginCall>> {
  const { token } = await app.db.transaction((tx) =>
    codes.issueTicket(app, tx, {
      tenant: who.tenant,
      purpose: 'passkey',
      subject: '',
      lives: CHALLENGE_LIVES,
    }),
  );
  return { options: await optionsToUse(app, who, token) };
}

export async function logInWithPasskey(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof passkeyLoginCall>,
): Promise<OutputOf<typeof passkeyLoginCall> | Refused<'passkey_unknown'>> {
  const passkey = await provenPasskey(app, who, input.passkey);
  if (!passkey) return refused('passkey_unknown');
  if (input.email !== undefined) {
    const person = await viewPerson(app.db.query, ownerOfRow(passkey));
    if (person.email !== normalEmail(input.email)) return refused('passkey_unknown');
  }
  // A passkey is two factors already.
  const way = await app.db.transaction((tx) =>
    openDoor(app, tx, who, passkey.customer_id, 'passkey'),
  );
  return { ...way, message: say(who.language, 'You’re logged in.') };
}

/** Signed our challenge, on our page, just now; else undefined. */
export async function provenPasskey(
  app: App,
  who: Visitor,
  answer: PasskeyAnswer,
): Promise<store.PasskeyRow | undefined> {
  const passkey = await store.passkeyById(app.db.query, who.tenant, answer.id);
  if (!passkey) return undefined;
  const counter = await counterAfter(app, who, answer, passkey, async (token) => {
    const ticket = { tenant: who.tenant, purpose: 'passkey', token } as const;
    return (await codes.useTicket(app, app.db.query, ticket)) !== undefined;
  });
  if (counter === undefined) return undefined;
  const use = { counter, at: app.clock.now() };
  await store.notePasskeyUse(app.db.query, who.tenant, passkey.id, use);
  return passkey;
}
