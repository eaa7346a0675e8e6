import type { StreetAddress } from '@portside/contract/street-address';
import type { CarrierCustomer } from '../adapters/carrier/carrier-activations.ts';
import type { Query } from '../db/database.ts';
import { serviceAddress } from './service-address.ts';
import * as store from './store.ts';
import type { Person } from '../account/person.ts';

export const carrierCustomer = ({
  id,
  email,
  firstName,
  lastName,
  language,
}: Person): CarrierCustomer => ({ id, email, firstName, lastName, language });

export function subscriberOf(
  line: Pick<store.LineRow, 'first_name' | 'last_name'> | undefined,
  person: Person,
): { firstName: string; lastName: string } {
  if (!line?.first_name) return { firstName: person.firstName, lastName: person.lastName };
  return { firstName: line.first_name, lastName: line.last_name };
}

/** Who uses a line and where, or the customer while there is none. */
export async function userOf(
  db: Query,
  lineId: string | null,
  person: Person,
): Promise<{
  subscriber: { firstName: string; lastName: string };
  address: StreetAddress | undefined;
}> {
  const line = lineId === null ? undefined : await store.anyLine(db, lineId);
  return { subscriber: subscriberOf(line, person), address: serviceAddress(line, person) };
}
