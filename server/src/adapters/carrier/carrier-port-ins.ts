import type { PortInField, PortInReason } from '@portside/contract/port-in-reasons';
import type { StreetAddress } from '@portside/contract/street-address';
import type { CarrierCustomer, Lost } from './carrier-activations.ts';

/** What an old carrier may want to be told. */
export type OldAccountField = Exclude<PortInField, 'lockOff' | 'iccid'>;

/** No promise: the old carrier has not been asked. */
export type Portability =
  | {
      portable: true;
      /** Before it can be submitted. */
      required: readonly OldAccountField[];
      /** The old carrier's name, where it is known. */
      donor?: string;
    }
  | { portable: false; reason: 'not_portable' | 'same_network' | 'pending_elsewhere' };

/** As the old carrier has it on file. Account number, PIN and birthday are secrets. */
export interface OldAccount {
  accountNumber?: string;
  pin?: string;
  firstName?: string;
  lastName?: string;
  /** YYYY-MM-DD. */
  birthday?: string;
  /** Street and number; the unit, too, where there is one. */
  address?: string;
  city?: string;
  /** Two letters. */
  state?: string;
  zipCode?: string;
  lockOff?: boolean;
}

/** The line that a number is for. */
interface ReceivingLine {
  /** The same as of its activation. */
  key: string;
  /** The carrier's id of its plan. */
  planId: string;
  /** The number that it has and gives up. Absent for a line that begins with this number. */
  replaces?: string;
}

export interface PortInRequest {
  /** One per port-in: the same key is the same port-in. */
  key: string;
  customer: CarrierCustomer;
  msisdn: string;
  zipCode: string;
  oldAccount: OldAccount;
  /** Who uses the line. */
  subscriber: { firstName: string; lastName: string };
  address?: StreetAddress;
  /** Absent: the number waits for an activation. */
  line?: ReceivingLine;
  /** Without a SIM, too. */
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
  /** It goes on with an update that has these. */
  | { kind: 'details_required'; ref: string; required: readonly OldAccountField[]; raw: RawWords }
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
  findPortIn(lost: Lost & { msisdn: string }): Promise<CarrierPortIn | undefined>;
}
