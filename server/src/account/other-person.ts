import type { Query } from '../db/database.ts';
import { type Owner, ownerOf } from '../http/who.ts';
import { say } from '../words/say.ts';
import { findOwner, type Person } from './person.ts';

/** Inside a sentence to somebody else of their line’s household; new accounts have no name, erased ones nothing. */
export const calledBeside = (
  { firstName, email }: Pick<Person, 'firstName' | 'email'>,
  language: string,
): string => firstName || email || say(language, 'somebody else');

/** Where an account is another’s: that one, or the one that it was joined to. */
export async function otherPerson(
  db: Query,
  { tenant, customerId }: Owner,
  id: string,
): Promise<Person | undefined> {
  let found: Person | undefined;
  for (let next: string | undefined = id; next !== undefined; next = found?.joinedTo) {
    if (next === customerId) return undefined;
    found = await findOwner(db, ownerOf(tenant, next));
  }
  return found;
}
