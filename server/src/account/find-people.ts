import type { Query } from '../db/database.ts';
import * as store from './find-store.ts';
import { maskedName } from './masking.ts';

/** As many of them as a search has to show. */
export interface FoundPerson {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly contactNumber: string;
}

/**
 * For staff: whose address, name or last name begins with that, or who has that contact number. In
 * order, so that who has exactly this name comes before longer ones. Never of another brand.
 */
export async function findPeople(
  db: Query,
  tenant: number,
  by: { email: string } | { name: string } | { number: string },
  limit: number,
): Promise<FoundPerson[]> {
  if ('number' in by) {
    const spellings = [by.number, `+1${by.number}`];
    return (await store.customersOfNumber(db, tenant, spellings, limit)).map(personOf);
  }
  const asked = 'name' in by ? namesIn(by.name) : [by];
  const rows = await Promise.all(asked.map((one) => store.customersLike(db, tenant, one, limit)));
  const different = new Map(rows.flat().map((row) => [row.id, row]));
  return [...different.values()].slice(0, limit).map(personOf);
}

/** Closed accounts are left out: what they had is at the one that replaced them. */
export async function foundPeople(
  db: Query,
  tenant: number,
  ids: readonly string[],
): Promise<FoundPerson[]> {
  return (await store.openCustomers(db, tenant, ids)).map(personOf);
}

/** As staff see them before a caller is verified. Closed accounts are left out. */
export async function maskedNames(
  db: Query,
  tenant: number,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  const people = known.length === 0 ? [] : await foundPeople(db, tenant, known);
  return new Map(people.map((one) => [one.id, maskedName(one.firstName, one.lastName)]));
}

/** `Maya Chen`, `Chen`, `Chen, Maya`, and `Maya Chen` of somebody called Maya Lee Chen. */
function namesIn(typed: string): store.Likeness[] {
  const words = typed.split(/[\s,]+/).filter(Boolean);
  const inverted = words.join(' ');
  const shortened = [words.at(-1), words[0]].join(' ');
  return [
    { lastFirst: inverted },
    ...(words.length > 1 ? [{ lastFirst: shortened }] : []),
    { firstLast: inverted },
  ];
}

const personOf = (row: store.FoundRow): FoundPerson => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  contactNumber: row.contact_number,
});
