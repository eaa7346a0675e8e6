import type { EsimState } from '@portside/contract/sim';
import type { Checkable } from '../health.ts';
import type { ActivationVerbs } from './carrier-activations.ts';
import type { AllowanceVerbs } from './carrier-allowances.ts';
import type { Can } from './carrier-can.ts';
import type { LineVerbs } from './carrier-lines.ts';
import type { NumberVerbs } from './carrier-numbers.ts';
import type { PortInVerbs } from './carrier-port-ins.ts';
import type { PortOutVerbs } from './carrier-port-outs.ts';
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

/**
 * Says what to look at; it proves nothing. The `ref` is the one that the carrier's answers have, with
 * these exceptions: of `esim` it is the ICCID; of `usage`, `line` (its state), `plan` and `number` (a
 * change of it) it is the line's number or its activation's ref.
 */
export interface CarrierNotice {
  id: string;
  about: (typeof noticeSubjects)[number] | 'other';
  ref: string;
}

export const noticeSubjects = [
  'activation',
  'line',
  'plan',
  'number',
  'portin',
  'portout',
  'transferpin',
  'esim',
  'simchange',
  'usage',
] as const;

/** What a carrier is asked for. docs/adapters/carrier.md says what each promises. */
export interface CarrierVerbs
  extends
    Checkable,
    ActivationVerbs,
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
  checkDevice(imei: string): Promise<DeviceFacts>;
  checkSim(iccid: string): Promise<SimFacts>;
  viewEsim(iccid: string): Promise<EsimProfile | undefined>;
  /** `null`: none is known there. */
  viewOutage(place: { zipCode: string }): Promise<Outage | null>;
  /** For `portside doctor`. A carrier that cannot be asked has no such verb. */
  sellsPlan?(planId: string): Promise<boolean>;
  readNotice(headers: Record<string, string | undefined>, body: string): CarrierNotice | undefined;
}

/** The carrier port. Made by `completeCarrier` from the verbs that a carrier has. */
export interface CarrierPort extends CarrierVerbs {
  readonly can: Can;
}
