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
import type { Customer, Visitor } from '../http/who.ts';
import { forgetPasskey, passkeysOf } from './passkeys.ts';
import { type Person, viewPerson } from '../account/person.ts';
import { postNotice } from '../account/notices.ts';

const OFFER_LIVES = minutes(30);

type Owner = Visitor & Pick<Customer, 'customerId'>;

/** Passkeys outlive a password, so a new password's email lists them. */
export async function notifyOfNewPassword(
  app: App,
  tx: Tx,
  who: Visitor,
  person: Person,
): Promise<void> {
  const { passkeys } = await passkeysOf(tx, { tenant: who.tenant, customerId: person.id });
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
  { tenant, customerId }: Owner,
): Promise<Pick<OutputOf<typeof resetPassword>, 'passkeys' | 'removalToken'>> {
  const key = { tenant, purpose: 'left_passkeys', subject: customerId } as const;
  const { passkeys } = await passkeysOf(tx, { tenant, customerId });
  const { secondStep } = await viewPerson(tx, tenant, customerId);
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
    const { secondStep } = await viewPerson(tx, who.tenant, offer.subject);
    // Turned on since.
    if (secondStep) return refused('link_expired');
    return forgetPasskey(app, tx, { ...who, customerId: offer.subject }, id);
  });
}
