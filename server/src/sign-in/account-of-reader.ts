import { normalEmail } from '@portside/contract/fields';
import type { Language } from '@portside/contract/language';
import * as account from '../account/account.ts';
import { holdAddress } from '../account/confirm-email.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { type Owner, ownerOf } from '../http/who.ts';
import * as store from './store.ts';

/**
 * The account of an address that somebody has shown to read, who has no browser here: whose it is, or a new
 * one without a password. One that was begun with it and never confirmed is not theirs: whoever opened it
 * keeps what they wrote there, their number, texts and cards, and it holds the address no more. Whoever
 * reads the address gets into the new one by an emailed code.
 */
export async function accountOfReader(
  app: App,
  tx: Tx,
  { tenant, language }: { tenant: number; language: Language },
  typed: string,
): Promise<Owner> {
  const email = normalEmail(typed);
  await store.lockRegistration(tx, tenant, email);
  const person = await account.findPerson(tx, tenant, email);
  if (person?.emailVerified) return person.owner;
  const fresh = { firstName: '', lastName: '', email, emailVerified: false, language };
  const id = await account.openSecondAccount(app, tx, tenant, fresh);
  const owner = ownerOf(tenant, id);
  await account.notePassword(tx, owner, false);
  if (await holdAddress(app, tx, owner, email)) return owner;
  throw new Error('Somebody else confirmed the address at this moment');
}
