import type { checkAddress as checkAddressCall } from '@portside/contract/address-check';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { StreetAddress } from '@portside/contract/street-address';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import type { Visitor } from '../http/who.ts';
import { suggested } from './suggested.ts';

type Call = typeof checkAddressCall;

/** A customer whose address is not found, or for whom nobody is there, hears nothing. */
export async function checkAddress(
  app: App,
  who: Visitor,
  input: ParsedInputOf<Call>,
): Promise<OutputOf<Call>> {
  const { address } = app.adapters.of(who.tenant);
  if (!address.checks) return {};
  const typed: StreetAddress = {
    ...input,
    streetDirection: input.streetDirection ?? '',
    streetUnit: input.streetUnit ?? '',
  };
  try {
    const known = await address.find(typed);
    const suggestion = known && suggested(typed, known);
    return suggestion ? { suggestion } : {};
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    app.log.warn({ error }, 'an address was not checked');
    return {};
  }
}
