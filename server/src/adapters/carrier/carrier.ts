import type { EsimState } from '@portside/contract/sim';
import type { StreetAddress } from '@portside/contract/street-address';
import type { PortInVerbs } from './carrier-port-ins.ts';

/** An eSIM profile. Its code is a secret: whoever installs it owns the line. */
export interface EsimProfile {
  /** `LPA:1$…`; empty while it is prepared. */
  activationCode: string;
  confirmationCode?: string;
  state: EsimState;
}

/** What is known of a phone by its IMEI. */
export interface DeviceFacts {
  esim: boolean;
  /** To another carrier. */
  locked: boolean;
  /** Reported lost or stolen. */
  blocked: boolean;
}

/** What is known of a SIM card by its ICCID. */
export interface SimFacts {
  /** One of this carrier's cards. */
  ours: boolean;
  inUse: boolean;
}

/** How the activation of a line stands. Outcomes are values; trouble is an OutsideFailure. */
export type Activation =
  | { kind: 'pending'; ref: string; msisdn: string; iccid: string }
  | { kind: 'active'; ref: string; msisdn: string; iccid: string }
  | {
      kind: 'refused';
      ref: string;
      reason: 'sim_in_use' | 'no_coverage' | 'device_blocked' | 'other';
    };

export interface ActivationRequest {
  /** One per line: the same key is the same activation. */
  key: string;
  /** Ten digits, reserved before. */
  msisdn: string;
  zipCode: string;
  simType: 'esim' | 'physical';
  iccid?: string;
  imei?: string;
  planId: string;
  subscriber: { firstName: string; lastName: string };
  /** Where the line is used: help is sent there. */
  address?: StreetAddress;
}

/** A notice that the carrier signed: what to look at, not what is true. */
export interface CarrierNotice {
  id: string;
  about: 'activation' | 'portin' | 'esim' | 'other';
  /** Of an activation or a port-in; of an eSIM its ICCID. */
  ref: string;
}

/** The carrier port (integrations section 4). A capability joins it when it is built. */
export interface CarrierPort extends PortInVerbs {
  readonly name: string;
  /** The best network at a place; what is no ZIP code is nowhere. */
  coverage(zipCode: string): Promise<'5G' | '4G' | 'none'>;
  /** A new number near the ZIP code, kept for this key; the same key gets the same number. */
  reserveNumber(request: { key: string; zipCode: string }): Promise<{ msisdn: string }>;
  releaseNumber(request: { key: string }): Promise<void>;
  activate(request: ActivationRequest): Promise<Activation>;
  viewActivation(ref: string): Promise<Activation>;
  /** The activation made with this key, or nothing if the carrier never saw it. */
  findActivation(key: string): Promise<Activation | undefined>;
  checkDevice(imei: string): Promise<DeviceFacts>;
  checkSim(iccid: string): Promise<SimFacts>;
  /** The profile of this ICCID, or nothing if the carrier has none. */
  viewEsim(iccid: string): Promise<EsimProfile | undefined>;
  readNotice(headers: Record<string, string | undefined>, body: string): CarrierNotice | undefined;
}
