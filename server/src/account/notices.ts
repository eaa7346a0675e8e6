import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type { Visitor } from '../http/who.ts';
import { postLetter } from '../letters/letters.ts';
import { noticeLetter } from './emails.ts';
import type { Person } from './person.ts';

/** What must be told at once to the contact of record (facts.md, 8: CPNI). */
export type Change =
  | 'password'
  | 'password_removed'
  | 'email'
  | 'phone'
  | 'address'
  | 'passkey_added'
  | 'passkey_removed';

/**
 * Tells the owner that something changed: to the address as it was before, without the new value.
 * Part of the transaction that changes it.
 */
export async function postNotice(
  app: App,
  tx: Tx,
  who: Visitor,
  before: Pick<Person, 'email' | 'firstName' | 'language'>,
  change: Change,
): Promise<void> {
  await postLetter(app, tx, who.brand, before.email, noticeLetter(app, who.brand, before, change));
}
