import type { PortInReason } from '@portside/contract/port-in-reasons';
import type { StreetAddress } from '@portside/contract/street-address';

/** May this number come to us? An answer is no promise: the old carrier has not been asked. */
export type Portability =
  | { portable: true }
  | { portable: false; reason: 'not_portable' | 'same_network' | 'pending_elsewhere' };

/** What the old carrier has on file. Account number and PIN are secrets. */
export interface OldAccount {
  accountNumber?: string;
  pin?: string;
  firstName?: string;
  lastName?: string;
  zipCode?: string;
  address?: string;
  /** The customer says that the lock is off. */
  lockOff?: boolean;
}

export interface PortInRequest {
  /** One per port-in: the same key is the same port-in. */
  key: string;
  /** Ten digits. */
  msisdn: string;
  zipCode: string;
  oldAccount: OldAccount;
  subscriber: { firstName: string; lastName: string };
  /** Where the line is used: help is sent there. */
  address?: StreetAddress;
  /** The SIM that gets the number; without one the number waits for an activation. */
  sim?: { simType: 'esim' | 'physical'; iccid?: string; imei?: string };
}

export interface PortInUpdate {
  /** One per attempt: the same key is the same update. */
  key: string;
  ref: string;
  oldAccount: OldAccount;
  subscriber: { firstName: string; lastName: string };
  /** The SIM that gets the number, as it is now. */
  sim?: NonNullable<PortInRequest['sim']>;
}

/** The carrier's own words, kept as they are. */
export interface RawWords {
  code: string;
  text: string;
}

/** How a port-in stands. Outcomes are values; trouble is an OutsideFailure. */
export type CarrierPortIn =
  | { kind: 'pending' | 'confirmed' | 'completed'; ref: string; iccid: string }
  | { kind: 'cancelled' | 'expired'; ref: string }
  | { kind: 'delayed'; ref: string; raw: RawWords }
  | { kind: 'rejected'; ref: string; reason: PortInReason; raw: RawWords }
  /** The carrier answered, and made nothing of it: there is no such port-in. */
  | { kind: 'not_created'; reason: PortInReason; raw: RawWords };

/** The port-in verbs of the carrier port. */
export interface PortInVerbs {
  checkPortIn(number: { msisdn: string; zipCode: string }): Promise<Portability>;
  submitPortIn(request: PortInRequest): Promise<CarrierPortIn>;
  updatePortIn(update: PortInUpdate): Promise<CarrierPortIn>;
  /** Cancelling what is over changes nothing: the answer tells how it stands. */
  cancelPortIn(ref: string): Promise<CarrierPortIn>;
  viewPortIn(ref: string): Promise<CarrierPortIn>;
  /** The port-in made with this key, or nothing if the carrier never saw it. */
  findPortIn(key: string): Promise<CarrierPortIn | undefined>;
}
