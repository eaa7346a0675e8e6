import type { StreetAddress } from '@portside/contract/street-address';
import type { Checkable } from '../health.ts';

/** Cents. */
export interface TaxLine {
  kind: 'tax' | 'government_fee';
  place: string;
  /** The tax service's name for it; by default the place's sales tax or 911 fee. */
  name?: string;
  amountCents: number;
  jurisdiction: string;
}

export interface TaxPort extends Checkable {
  readonly name: string;
  taxes(request: {
    zipCode: string;
    state: string;
    /** As far as known: some taxes differ from street to street. */
    address?: Omit<StreetAddress, 'state' | 'zipCode'>;
    planCents: number;
    activationCents: number;
  }): Promise<{ lines: TaxLine[]; estimated: boolean }>;
}
