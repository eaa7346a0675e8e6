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
  viewPortOut(ref: string): Promise<CarrierPortOut>;
  /** Those that changed since, for notices that were lost. */
  portOutsSince(since: Date): Promise<CarrierPortOut[]>;
  /** Only while it is requested; otherwise it stays what it is. @returns what it is then */
  refusePortOut(ref: string): Promise<CarrierPortOut>;
}
