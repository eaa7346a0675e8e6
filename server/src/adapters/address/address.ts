import type { StreetAddress } from '@portside/contract/street-address';
import type { Checkable } from '../health.ts';

export interface AddressPort extends Checkable {
  readonly name: string;
  /** Nobody is asked where it does not. */
  readonly checks: boolean;
  /**
   * The same place as it is known. Undefined where it is unsure. It answers soon or not at all.
   * @throws OutsideFailure
   */
  find(address: StreetAddress): Promise<StreetAddress | undefined>;
}

export const noAddressCheck = (): AddressPort => ({
  name: 'off',
  checks: false,
  find: async () => undefined,
});
