/** Outcomes are values; trouble is an OutsideFailure. */
export type SimChange =
  | { kind: 'pending'; ref: string; iccid: string }
  /** The line is on the new SIM, and the old one has stopped. */
  | { kind: 'active'; ref: string; iccid: string }
  | { kind: 'cancelled'; ref: string }
  | { kind: 'refused'; ref: string; reason: 'sim_in_use' | 'other' };

export interface SimChangeRequest {
  /** One per change: the same key is the same change. */
  key: string;
  msisdn: string;
  oldIccid: string;
  simType: 'esim' | 'physical';
  /** Of a card that the customer has. */
  iccid?: string;
}

export interface MailedSimRequest extends Omit<SimChangeRequest, 'simType' | 'iccid'> {
  shipping: {
    addressOne: string;
    addressTwo?: string | undefined;
    city: string;
    state: string;
    zipCode: string;
  };
}

/** How a change is found whose answer was lost. */
interface LostSimChange {
  key: string;
  msisdn: string;
}

/** The verbs for a line's change of SIM; its number stays. */
export interface SimVerbs {
  /** The old SIM works until the new one does. A stopped line stays stopped. */
  changeSim(request: SimChangeRequest): Promise<SimChange>;
  /** The same with a card that the carrier mails: pending until it is in a phone. */
  mailSim(request: MailedSimRequest): Promise<SimChange>;
  /** Undefined if the carrier never saw the key. */
  findSimChange(lost: LostSimChange): Promise<SimChange | undefined>;
  /** One that is active stays so. A key that was never seen begins nothing afterwards. */
  cancelSimChange(change: LostSimChange): Promise<SimChange>;
}
