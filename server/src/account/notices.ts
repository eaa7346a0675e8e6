import type { PauseWhy } from '@portside/contract/safety';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type { Visitor } from '../http/who.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { beginPause } from '../safety/pauses.ts';
import { issueDenial } from './denials.ts';
import { noticeEmail } from './emails.ts';
import { confirmedOwner, type Person } from './person.ts';
import { formerAddresses } from './warn-owner.ts';

/** Reported at once to the contact of record (CPNI, docs/facts.md). */
export type Change =
  | 'password'
  | 'password_not_passkeys'
  | 'password_removed'
  | 'email'
  | 'phone'
  | 'phone_back'
  | 'address'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_step_app'
  | 'second_step_passkey'
  | 'second_step_off'
  | 'second_step_off_by_support'
  | 'second_step_tries'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'recovery_codes_back'
  | 'agent_entered'
  | 'caller_verified'
  | 'new_browser'
  | 'email_back'
  | 'denied'
  | 'joined_by_support'
  | 'erasure_asked';

/** After these no number and no SIM moves for a while. The first confirmation of an address is none. */
const pausing: Readonly<Partial<Record<Change, PauseWhy>>> = {
  password: 'password',
  password_not_passkeys: 'password',
  email: 'email',
  email_back: 'email',
  passkey_added: 'second_step',
  passkey_removed: 'second_step',
  second_step_app: 'second_step',
  second_step_passkey: 'second_step',
  second_step_off: 'second_step',
  second_step_off_by_support: 'second_step',
  recovery_codes_renewed: 'second_step',
};

/** Goes to the address from before the change, and to earlier ones, without the new value. */
export async function postNotice(
  app: App,
  tx: Tx,
  who: Pick<Visitor, 'tenant' | 'brand'>,
  before: Pick<Person, 'id' | 'owner' | 'email' | 'holdsEmail' | 'called' | 'language'>,
  change: Change,
  values: Record<string, string> = {},
): Promise<void> {
  const why = pausing[change];
  if (why) await beginPause(app, tx, before.owner, why);
  // The address is somebody else's, who was told when this account was opened.
  if (!before.holdsEmail && (await confirmedOwner(tx, who.tenant, before.email))) return;
  const warns = deniable.has(change) || why !== undefined;
  const former = warns ? await formerAddresses(app, tx, before.owner, before.email) : [];
  for (const { email, since } of [{ email: before.email, since: app.clock.now() }, ...former]) {
    const isDeniable = deniable.has(change) || email !== before.email;
    const link = { id: before.id, email, since };
    const denial = isDeniable && (await issueDenial(app, tx, who.tenant, link));
    const isFirst = email === before.email;
    // Whoever has the account now wrote the name.
    const reader = isFirst ? before : { ...before, called: '' };
    const written = noticeEmail(who.brand, reader, change, {
      values,
      isFirst,
      ...(denial && { denial }),
    });
    await queueEmail(app, tx, who.brand, email, written);
  }
}

/** Changes that let somebody in or lock the owner out: their emails have a "This wasn't me". */
const deniable: ReadonlySet<Change> = new Set([
  'password',
  'password_not_passkeys',
  'email',
  'phone',
  'passkey_added',
  'second_step_app',
  'second_step_passkey',
  'second_step_off',
  'second_step_off_by_support',
  'second_step_tries',
  'recovery_code_used',
  'recovery_codes_renewed',
  'new_browser',
  'erasure_asked',
]);
