import type { StreetAddress } from '@portside/contract/street-address';
import type * as store from './store.ts';
import type { Person } from '../account/person.ts';

/**
 * Where 911 sends help: the line's own address or the customer's. Undefined while neither is known.
 */
export function serviceAddress(
  line: Pick<store.LineRow, 'service_address'> | undefined,
  person: Person,
): StreetAddress | undefined {
  const at = line?.service_address ?? person;
  if (at.streetName === '') return undefined;
  const { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode } = at;
  return { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode };
}
