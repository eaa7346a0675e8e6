import type { Person } from '../account/account.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import * as store from './store.ts';

/** Whose line it is: the person it was ordered for, or the account's owner. */
export async function subscriberOf(
  db: Query,
  owner: Owner,
  lineId: string | null,
  person: Person,
): Promise<{ firstName: string; lastName: string }> {
  const line = lineId === null ? undefined : await store.lineOf(db, owner, lineId);
  if (!line?.first_name) return { firstName: person.firstName, lastName: person.lastName };
  return { firstName: line.first_name, lastName: line.last_name };
}
