import type { StreetAddress } from '@portside/contract/street-address';
import type { Language } from '@portside/contract/language';

/** Whoever buys and pays. The same id for all of a person's lines, and it stays. */
export interface CarrierCustomer {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  language: Language;
}

/** Outcomes are values; trouble is an OutsideFailure. */
export type Activation =
  /** What the carrier has not given yet is empty: the number, the SIM. */
  | { kind: 'pending' | 'active'; ref: string; msisdn: string; iccid: string }
  /** It was active, and the carrier limits it now: it may not call, or not use data. */
  | { kind: 'restricted'; ref: string; msisdn: string; iccid: string }
  /** It was active, and is over at the carrier. */
  | { kind: 'ended'; ref: string }
  | {
      kind: 'refused';
      ref: string;
      reason: 'sim_in_use' | 'no_coverage' | 'device_blocked' | 'other';
    };

export interface ActivationRequest {
  /** One per line: the same key is the same activation. */
  key: string;
  customer: CarrierCustomer;
  /** Reserved, or brought before. Absent: the carrier assigns one, which comes with the answer. */
  msisdn?: string;
  zipCode: string;
  simType: 'esim' | 'physical';
  iccid?: string;
  imei?: string;
  /** The carrier's id of the plan. */
  planId: string;
  /** Who uses the line. */
  subscriber: { firstName: string; lastName: string };
  address?: StreetAddress;
}

/** How something is found whose answer was lost, also by carriers that do not know our keys. */
export interface Lost {
  key: string;
  customer: CarrierCustomer;
}

export interface ActivationVerbs {
  activate(request: ActivationRequest): Promise<Activation>;
  viewActivation(ref: string): Promise<Activation>;
  /** Undefined if the carrier never saw the key. */
  findActivation(lost: Lost): Promise<Activation | undefined>;
}
