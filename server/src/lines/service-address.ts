import type { StreetAddress } from '@portside/contract/street-address';
import type { Query } from '../db/database.ts';
import * as store from './store.ts';
import type { Person } from '../account/person.ts';

/**
 * Where 911 sends help: the line's own address or the customer's. Undefined while neither is known.
 */
export async function serviceAddress(
  db: Query,
  lineId: string | null,
  person: Person,
): Promise<StreetAddress | undefined> {
  const line = lineId === null ? undefined : await store.anyLine(db, lineId);
  const at = line?.service_address ?? person;
  if (at.streetName === '') return undefined;
  const { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode } = at;
  return { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode };
}
