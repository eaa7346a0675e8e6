import type { PortInReason } from '@portside/contract/port-in-reasons';
import type { StreetAddress } from '@portside/contract/street-address';

/** No promise: the old carrier has not been asked. */
export type Portability =
  | { portable: true }
  | { portable: false; reason: 'not_portable' | 'same_network' | 'pending_elsewhere' };

/** Account number and PIN are secrets. */
export interface OldAccount {
  accountNumber?: string;
  pin?: string;
  firstName?: string;
  lastName?: string;
  zipCode?: string;
  address?: string;
  lockOff?: boolean;
}

export interface PortInRequest {
  /** One per port-in: the same key is the same port-in. */
  key: string;
  msisdn: string;
  zipCode: string;
  oldAccount: OldAccount;
  subscriber: { firstName: string; lastName: string };
  address?: StreetAddress;
  /** Without a SIM the number waits for an activation. */
  sim?: { simType: 'esim' | 'physical'; iccid?: string; imei?: string };
}

export interface PortInUpdate {
  /** One per attempt: the same key is the same update. */
  key: string;
  ref: string;
  oldAccount: OldAccount;
  subscriber: { firstName: string; lastName: string };
  sim?: NonNullable<PortInRequest['sim']>;
}

/** The carrier's own words, unchanged. */
export interface RawWords {
  code: string;
  text: string;
}

/** Outcomes are values; trouble is an OutsideFailure. */
export type CarrierPortIn =
  | { kind: 'pending' | 'confirmed' | 'completed'; ref: string; iccid: string }
  | { kind: 'cancelled' | 'expired'; ref: string }
  | { kind: 'delayed'; ref: string; raw: RawWords }
  | { kind: 'rejected'; ref: string; reason: PortInReason; raw: RawWords }
  /** The carrier answered that there is no such port-in. */
  | { kind: 'not_created'; reason: PortInReason; raw: RawWords };

export interface PortInVerbs {
  checkPortIn(number: { msisdn: string; zipCode: string }): Promise<Portability>;
  submitPortIn(request: PortInRequest): Promise<CarrierPortIn>;
  updatePortIn(update: PortInUpdate): Promise<CarrierPortIn>;
  /** Canceling what is over changes nothing. */
  cancelPortIn(ref: string): Promise<CarrierPortIn>;
  viewPortIn(ref: string): Promise<CarrierPortIn>;
  /** Undefined if the carrier never saw the key. */
  findPortIn(key: string): Promise<CarrierPortIn | undefined>;
}
