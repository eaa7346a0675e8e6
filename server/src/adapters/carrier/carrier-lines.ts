import type { StreetAddress } from '@portside/contract/street-address';

/**
 * A line's state at the carrier; active since its activation unless reported otherwise. `restricted`:
 * limited by the carrier itself; `suspended`: by us.
 */
export type LineState = 'active' | 'suspended' | 'restricted' | 'released';

/** A carrier may give a number to another line once it is free. */
export interface LineAtCarrier {
  /** Our key of it, as of its activation or port-in. */
  lineKey: string;
  msisdn: string;
}

export interface PlanChangeRequest {
  key: string;
  msisdn: string;
  /** The carrier's id of the plan. */
  planId: string;
}

/** `pending`: asked for again with the same key, or a notice about `plan` comes. */
export type PlanChangeAnswer = { kind: 'changed' | 'pending' | 'refused' };

/** The verbs for a line that is there. Each may be asked for again: what a line is, it stays. */
export interface LineVerbs {
  /** Nobody uses it until it is resumed; its number stays. */
  suspendLine(line: { msisdn: string }): Promise<void>;
  resumeLine(line: { msisdn: string }): Promise<void>;
  /** For good: the number is given up. Nothing happens to another line that has the number by now. */
  releaseLine(line: LineAtCarrier): Promise<void>;
  /** With our key, `released` also where another line has the number by now. */
  viewLine(line: Pick<LineAtCarrier, 'msisdn'> & Partial<LineAtCarrier>): Promise<LineState>;
  /**
   * While it is on, the number does not move to another carrier. On from a line's activation; it goes
   * with the line to another number.
   */
  setNumberLock(line: { msisdn: string; on: boolean }): Promise<void>;
  viewNumberLock(line: { msisdn: string }): Promise<boolean>;
  /** Where 911 sends help for a Wi-Fi call. False for an address that it cannot find. */
  setEmergencyAddress(line: { msisdn: string; address: StreetAddress }): Promise<boolean>;
  /** The same key is the same change, and does nothing when it is asked for again. */
  changePlan(change: PlanChangeRequest): Promise<PlanChangeAnswer>;
  /** The carrier's id of the plan it was last changed to; undefined if never. */
  viewPlan(line: { msisdn: string }): Promise<string | undefined>;
}
