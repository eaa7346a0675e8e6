import type { CarrierCustomer } from '../adapters/carrier/carrier-activations.ts';
import type { Query } from '../db/database.ts';
import * as store from './store.ts';
import type { Person } from '../account/person.ts';

export const carrierCustomer = ({
  id,
  email,
  firstName,
  lastName,
  language,
}: Person): CarrierCustomer => ({ id, email, firstName, lastName, language });

export async function subscriberOf(
  db: Query,
  lineId: string | null,
  person: Person,
): Promise<{ firstName: string; lastName: string }> {
  const line = lineId === null ? undefined : await store.anyLine(db, lineId);
  if (!line?.first_name) return { firstName: person.firstName, lastName: person.lastName };
  return { firstName: line.first_name, lastName: line.last_name };
}
