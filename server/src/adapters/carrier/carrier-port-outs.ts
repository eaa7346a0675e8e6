export type PortOutState = 'requested' | 'confirmed' | 'completed' | 'cancelled' | 'refused';

/** Why a request was refused; `customer`: they asked for it. */
export type PortOutReason = 'transfer_pin' | 'number_lock' | 'customer';

/** A number that another carrier asked for. */
export interface CarrierPortOut {
  ref: string;
  msisdn: string;
  state: PortOutState;
  reason: PortOutReason | null;
  changedAt: Date;
}

/** `pending`: asked again with the same key until it is there; `refused`: a new key may do better. */
type IssuedPin =
  | {
      kind: 'issued';
      /** Empty where the carrier has none. */
      accountNumber: string;
      transferPin: string;
      /** `null`: the carrier does not tell. */
      expiresAt: Date | null;
    }
  | { kind: 'pending' | 'refused' };

/** A PIN that holds at a carrier that makes them itself. */
export interface HeldPin {
  msisdn: string;
  /** By one of our keys, or it may be: an answer is still out. */
  isAskedFor: boolean;
  /** `null`: the carrier does not tell. */
  expiresAt: Date | null;
}

/** The verbs for a number that leaves. Each may be asked for again. */
export interface PortOutVerbs {
  /** What the other carrier has to tell; it replaces the PIN before. */
  setTransferPin(pin: {
    msisdn: string;
    accountNumber: string;
    transferPin: string;
    expiresAt: Date;
  }): Promise<void>;
  endTransferPin(line: { msisdn: string }): Promise<void>;
  /** A PIN of the carrier's own, instead of one that we set; with another key it may be the same. */
  issueTransferPin(asked: { key: string; msisdn: string }): Promise<IssuedPin>;
  /** Of a notice. Undefined while it is not issued, and once it no longer holds. */
  viewIssuedPin(ref: string): Promise<HeldPin | undefined>;
  viewPortOut(ref: string): Promise<CarrierPortOut>;
  /** Those that changed since, for notices that were lost. */
  portOutsSince(since: Date): Promise<CarrierPortOut[]>;
  /** Only while it is requested; otherwise it stays what it is. @returns what it is then */
  refusePortOut(ref: string): Promise<CarrierPortOut>;
}
