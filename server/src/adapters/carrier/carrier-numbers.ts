export type NumberChange =
  | { kind: 'changed'; msisdn: string }
  /** Asked for again with the same key, or a notice about `number` comes. */
  | { kind: 'pending' }
  | { kind: 'refused'; reason: 'no_numbers' | 'other' };

export interface OfferedNumber {
  msisdn: string;
  town: string;
  state: string;
}

export interface NumberWanted {
  zipCode: string;
  /** As in `keepNumber`: the number that was chosen, or else another one near the ZIP Code. */
  kept?: string;
}

export interface NumberVerbs {
  /**
   * Some near the ZIP Code, that nobody else is offered for ten minutes. The same key gets the same
   * ones again, and with `others` it gives them back for others.
   */
  offerNumbers(request: {
    key: string;
    zipCode: string;
    others?: boolean;
  }): Promise<{ numbers: OfferedNumber[]; until: Date }>;
  /**
   * For an hour or longer, under a key of its own, which keeps one number. False when it is gone.
   * @param offered the key that it was offered to
   */
  keepNumber(request: { key: string; offered: string; msisdn: string }): Promise<boolean>;
  /** The same key gets the same number. */
  reserveNumber(request: { key: string } & NumberWanted): Promise<{ msisdn: string }>;
  releaseNumber(request: { key: string }): Promise<void>;
  /**
   * A new number near the ZIP Code for the same line; the old one is given up. The same key is the
   * same change.
   */
  changeNumber(request: { key: string; msisdn: string } & NumberWanted): Promise<NumberChange>;
}
