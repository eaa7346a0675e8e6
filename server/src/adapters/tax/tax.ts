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

export interface Taxable {
  zipCode: string;
  state: string;
  /** As far as known: some taxes differ from street to street. */
  address?: Omit<StreetAddress, 'state' | 'zipCode'>;
  planCents: number;
  activationCents: number;
  addOnCents?: number;
  /** Some fees are for each line. By default 1; 0 for what is bought beside a plan. */
  lines?: number;
}

export interface TaxAnswer {
  lines: TaxLine[];
  estimated: boolean;
}

/** What a sale's taxes are filed under. */
export interface TaxDraft {
  /** Good for one try: what an earlier one left behind is never committed. */
  id: string;
  kind: 'sale' | 'return';
  at: Date;
  sale: Taxable;
}

export interface TaxPort extends Checkable {
  readonly name: string;
  /** It keeps what was sold, for the carrier's tax returns. Others are not told of sales. */
  readonly keepsSales: boolean;
  /** Keeps nothing. */
  taxes(request: Taxable): Promise<TaxAnswer>;
  /** Counts for no return before `commit`. @returns its taxes in cents */
  draft(document: TaxDraft): Promise<number>;
  /** Again is harmless. */
  commit(documentId: string): Promise<void>;
}
