import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type {
  addPasskey as addPasskeyCall,
  askPasskeyOptions as askPasskeyOptionsCall,
  Passkey,
  removePasskey as removePasskeyCall,
} from '@portside/contract/sign-in';
import type { App } from '../app.ts';
import { minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Customer, Owner, Visitor } from '../http/who.ts';
import { say } from '../words/say.ts';
import { madePasskey, optionsToMake, shownPasskey } from './passkey-ceremony.ts';
import * as store from './store.ts';
import { postNotice } from '../account/notices.ts';
import { viewPerson } from '../account/person.ts';
import { noteActivity } from '../sessions/activity.ts';
import { browserName } from '../sessions/browser-name.ts';

const CHALLENGE_LIVES = minutes(5);

export function listPasskeys(app: App, who: Customer): Promise<{ passkeys: Passkey[] }> {
  return passkeysOf(app.db.query, who);
}

export async function passkeysOf(db: Query, owner: Owner): Promise<{ passkeys: Passkey[] }> {
  const rows = await store.passkeysOf(db, owner);
  return { passkeys: rows.map(shownPasskey) };
}

/**
 * Only for a confirmed address: a stranger's passkey must not survive when the owner recovers the
 * account.
 */
export async function askPasskeyOptions(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof askPasskeyOptionsCall> | Refused<'email_unconfirmed'>> {
  const person = await viewPerson(app.db.query, who);
  if (!person.emailVerified) return refused('email_unconfirmed');
  const known = await store.passkeysOf(app.db.query, who);
  const { token } = await app.db.transaction((tx) =>
    codes.issueTicket(app, tx, {
      tenant: who.tenant,
      purpose: 'new_passkey',
      subject: who.customerId,
      lives: CHALLENGE_LIVES,
    }),
  );
  const { email, firstName, lastName } = person;
  const owner = { id: who.customerId, email, name: `${firstName} ${lastName}` };
  return {
    options: await optionsToMake(app, who, { site: who.brand.product, owner, known, token }),
  };
}

export async function addPasskey(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof addPasskeyCall>,
): Promise<OutputOf<typeof addPasskeyCall> | Refused<'passkey_refused'>> {
  const made = await madePasskey(app, who, input.passkey, async (token) => {
    const ticket = { tenant: who.tenant, purpose: 'new_passkey', token } as const;
    return (await codes.useTicket(app, app.db.query, ticket))?.subject === who.customerId;
  });
  if (!made) return refused('passkey_refused');
  const name = input.name ?? browserName(who.userAgent, who.language);
  const kept = await app.db.transaction(async (tx) => {
    const inserted = await store.insertPasskey(tx, {
      ...made,
      tenant_id: who.tenant,
      customer_id: who.customerId,
      name,
      created_at: app.clock.now(),
      last_used_at: null,
    });
    if (!inserted) return false;
    const person = await viewPerson(tx, who);
    await noteActivity(app, tx, who, 'passkey_added', { name });
    await postNotice(app, tx, who, person, 'passkey_added');
    return true;
  });
  if (!kept) return refused('passkey_refused');
  return {
    message: say(who.language, 'You can log in with this passkey now.'),
    ...(await listPasskeys(app, who)),
  };
}

export async function removePasskey(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof removePasskeyCall>,
): Promise<OutputOf<typeof removePasskeyCall> | Refused<'last_passkey'>> {
  return app.db.transaction((tx) => forgetPasskey(app, tx, who, input.id));
}

export async function forgetPasskey(
  app: App,
  tx: Tx,
  owner: Visitor & Owner,
  id: string,
): Promise<OutputOf<typeof removePasskeyCall> | Refused<'last_passkey'>> {
  const count = await store.holdPasskeys(tx, owner);
  const person = await viewPerson(tx, owner);
  if (person.secondStep === 'passkey' && count < 2) return refused('last_passkey');
  const removed = await store.deletePasskey(tx, owner, id);
  if (!removed) throw notFound();
  await noteActivity(app, tx, owner, 'passkey_removed', { name: removed.name });
  await postNotice(app, tx, owner, person, 'passkey_removed');
  return {
    message: say(owner.language, 'The passkey is removed.'),
    ...(await passkeysOf(tx, owner)),
  };
}
