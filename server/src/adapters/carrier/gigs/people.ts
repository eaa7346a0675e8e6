import type { StreetAddress } from '@portside/contract/street-address';
import { OutsideFailure } from '../../outside-failure.ts';
import type { CarrierCustomer } from '../carrier-activations.ts';
import type { Gigs } from './gigs.ts';
import { GigsRefusal } from './http.ts';
import { user, userAddress } from './resources.ts';
import type { RequestRow } from './store.ts';

const CUSTOMER = 'portside_customer';

const locales = { en: 'en-US', es: 'es-US' } as const;

/**
 * The customer's user at Gigs, made once. Gigs lets no two have one email: accounts with the same one,
 * which may be joined one day, have one user.
 */
async function userOf(gigs: Gigs, customer: CarrierCustomer): Promise<string> {
  const { http, store } = gigs;
  const kept = (await store.userOf(customer.id)) ?? (await knownByEmail(gigs, customer));
  if (kept) return kept;
  try {
    const made = await again(
      http.post(user, '/users', {
        email: customer.email,
        fullName: `${customer.firstName} ${customer.lastName}`.trim(),
        preferredLocale: locales[customer.language],
        metadata: { [CUSTOMER]: customer.id },
      }),
    );
    await store.keepUser(customer.id, made.id);
    return made.id;
  } catch (error) {
    // Another line of the same customer was faster.
    const found = isCode(error, 'userAlreadyExists') && (await knownByEmail(gigs, customer));
    if (found) return found;
    throw error;
  }
}

/** Kept before anything is made: whatever is, is looked for with this user. */
export async function userOfRequest(
  gigs: Gigs,
  row: RequestRow,
  customer: CarrierCustomer,
): Promise<string> {
  if (row.user_id) return row.user_id;
  const user = await userOf(gigs, customer);
  await gigs.store.change(row, { user_id: user });
  return user;
}

async function knownByEmail(gigs: Gigs, customer: CarrierCustomer): Promise<string | undefined> {
  const { http, store } = gigs;
  const [found] = await http.search(user, '/users', { email: customer.email });
  if (!found) return undefined;
  await store.keepUser(customer.id, found.id);
  return found.id;
}

/** @throws GigsRefusal `userAddressInvalid` */
export async function addressOf(
  { http }: Gigs,
  userId: string,
  address: StreetAddress,
): Promise<string> {
  const path = `/users/${userId}/addresses`;
  const asked = { ...linesOf(address), country: 'US' };
  const known = async () => {
    for await (const one of http.all(userAddress, path)) {
      const { line1, line2, city, postalCode, state } = one;
      const same = [line1, line2, city, postalCode, state].join('\n');
      if (
        same === [asked.line1, asked.line2, asked.city, asked.postalCode, asked.state].join('\n')
      ) {
        return one.id;
      }
    }
    return undefined;
  };
  const found = await known();
  if (found) return found;
  try {
    return (await again(http.post(userAddress, path, asked))).id;
  } catch (error) {
    const made = isCode(error, 'userAddressAlreadyExists') && (await known());
    if (made) return made;
    throw error;
  }
}

/** Gigs has nobody twice, nor an address: with its answer lost, nothing of what follows was asked. */
async function again<T>(making: Promise<T>): Promise<T> {
  try {
    return await making;
  } catch (error) {
    throw error instanceof OutsideFailure
      ? new OutsideFailure('carrier', 'not_done', error.cause)
      : error;
  }
}

function linesOf(address: StreetAddress) {
  const { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode } = address;
  return {
    line1: [streetNumber, streetDirection, streetName].filter(Boolean).join(' '),
    ...(streetUnit && { line2: streetUnit }),
    city,
    state,
    postalCode: zipCode,
  };
}

export const isCode = (error: unknown, ...codes: readonly string[]) =>
  error instanceof GigsRefusal && codes.includes(error.code);
