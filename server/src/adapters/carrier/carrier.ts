import type { EsimState } from '@portside/contract/sim';
import type { StreetAddress } from '@portside/contract/street-address';
import type { Checkable } from '../health.ts';
import type { AllowanceVerbs } from './carrier-allowances.ts';
import type { LineVerbs } from './carrier-lines.ts';
import type { NumberVerbs } from './carrier-numbers.ts';
import type { PortOutVerbs } from './carrier-port-outs.ts';
import type { PortInVerbs } from './carrier-port-ins.ts';
import type { SimVerbs } from './carrier-sims.ts';
import type { UsageVerbs } from './carrier-usage.ts';

/** Its code is a secret: whoever installs it owns the line. */
export interface EsimProfile {
  /** `LPA:1$…`; empty while prepared. */
  activationCode: string;
  confirmationCode?: string;
  state: EsimState;
}

export interface DeviceFacts {
  esim: boolean;
  locked: boolean;
  /** Reported lost or stolen. */
  blocked: boolean;
}

export interface Outage {
  since: Date;
}

export interface SimFacts {
  ours: boolean;
  inUse: boolean;
}

/** Outcomes are values; trouble is an OutsideFailure. */
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
  msisdn: string;
  zipCode: string;
  simType: 'esim' | 'physical';
  iccid?: string;
  imei?: string;
  planId: string;
  subscriber: { firstName: string; lastName: string };
  address?: StreetAddress;
}

/** Says what to look at; it proves nothing. */
export interface CarrierNotice {
  id: string;
  /** Of `usage` the `ref` is the number. */
  about: 'activation' | 'portin' | 'portout' | 'esim' | 'simchange' | 'usage' | 'other';
  ref: string;
}

/** The carrier port. */
export interface CarrierPort
  extends
    Checkable,
    PortInVerbs,
    LineVerbs,
    AllowanceVerbs,
    SimVerbs,
    UsageVerbs,
    PortOutVerbs,
    NumberVerbs {
  readonly name: string;
  /** `none` for an unknown ZIP Code. */
  coverage(zipCode: string): Promise<'5G' | '4G' | 'none'>;
  /** The same key gets the same number. */
  reserveNumber(request: { key: string; zipCode: string }): Promise<{ msisdn: string }>;
  releaseNumber(request: { key: string }): Promise<void>;
  activate(request: ActivationRequest): Promise<Activation>;
  viewActivation(ref: string): Promise<Activation>;
  /** Undefined if the carrier never saw the key. */
  findActivation(key: string): Promise<Activation | undefined>;
  checkDevice(imei: string): Promise<DeviceFacts>;
  checkSim(iccid: string): Promise<SimFacts>;
  viewEsim(iccid: string): Promise<EsimProfile | undefined>;
  /** `null`: none is known there. */
  viewOutage(place: { zipCode: string }): Promise<Outage | null>;
  readNotice(headers: Record<string, string | undefined>, body: string): CarrierNotice | undefined;
}
