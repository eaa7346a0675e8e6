import type { StreetAddress } from '@portside/contract/street-address';

/** One tax or government fee on an order. Whole cents. */
export interface TaxLine {
  kind: 'tax' | 'government_fee';
  /** Of the state or city, for people. */
  place: string;
  /** What a tax service calls it, in its own words. None: the sales tax, or the 911 fee, of the place. */
  name?: string;
  amountCents: number;
  jurisdiction: string;
}

/** The tax port: what state and city add to a price at a place. */
export interface TaxPort {
  readonly name: string;
  taxes(request: {
    zipCode: string;
    state: string;
    /** As far as it is known: some taxes differ from street to street. */
    address?: Omit<StreetAddress, 'state' | 'zipCode'>;
    /** The taxable price: plan after discount. */
    planCents: number;
    activationCents: number;
  }): Promise<{ lines: TaxLine[]; estimated: boolean }>;
}
