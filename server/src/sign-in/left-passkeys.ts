import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type {
  removePasskeyAfterReset as removePasskeyAfterResetCall,
  resetPassword,
} from '@portside/contract/sign-in';
import type { App } from '../app.ts';
import { minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { type Owner, ownerOf, type Visitor, visitorAs } from '../http/who.ts';
import { forgetPasskey, passkeysOf } from './passkeys.ts';
import { type Person, viewPerson } from '../account/person.ts';
import { postNotice } from '../account/notices.ts';

const OFFER_LIVES = minutes(30);

type OwnerCaller = Visitor & Owner;

/** Passkeys outlive a password, so a new password's email lists them. */
export async function notifyOfNewPassword(
  app: App,
  tx: Tx,
  who: Visitor,
  person: Person,
): Promise<void> {
  const { passkeys } = await passkeysOf(tx, person.owner);
  if (passkeys.length === 0) return postNotice(app, tx, who, person, 'password');
  await postNotice(app, tx, who, person, 'password_not_passkeys', {
    passkeys: passkeys.map((one) => one.name).join(', '),
  });
}

/**
 * Passkeys left after a reset, and a token to remove them. Not with a second step: a mailbox alone
 * proves too little.
 */
export async function offerRemoval(
  app: App,
  tx: Tx,
  owner: OwnerCaller,
): Promise<Pick<OutputOf<typeof resetPassword>, 'passkeys' | 'removalToken'>> {
  const key = {
    tenant: owner.tenant,
    purpose: 'left_passkeys',
    subject: owner.customerId,
  } as const;
  const { passkeys } = await passkeysOf(tx, owner);
  const { secondStep } = await viewPerson(tx, owner);
  if (passkeys.length === 0 || secondStep) return { passkeys };
  const { token } = await codes.issueTicket(app, tx, { ...key, lives: OFFER_LIVES });
  return { passkeys, removalToken: token };
}

/** One call per passkey, with the same token. @throws No `not_found` */
export async function removePasskeyAfterReset(
  app: App,
  who: Visitor,
  { token, id }: ParsedInputOf<typeof removePasskeyAfterResetCall>,
): Promise<
  OutputOf<typeof removePasskeyAfterResetCall> | Refused<'link_expired' | 'last_passkey'>
> {
  return app.db.transaction(async (tx) => {
    const ticket = { tenant: who.tenant, purpose: 'left_passkeys', token } as const;
    const offer = await codes.findTicket(app, tx, ticket);
    if (!offer) return refused('link_expired');
    const { secondStep } = await viewPerson(tx, ownerOf(who.tenant, offer.subject));
    if (secondStep) return refused('link_expired');
    return forgetPasskey(app, tx, visitorAs(who, offer.subject), id);
  });
}
