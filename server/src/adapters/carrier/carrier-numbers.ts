export type NumberChange =
  | { kind: 'changed'; msisdn: string }
  /** Asked for again with the same key, or a notice about `number` comes. */
  | { kind: 'pending' }
  | { kind: 'refused'; reason: 'no_numbers' | 'other' };

export interface NumberVerbs {
  /** The same key gets the same number. */
  reserveNumber(request: { key: string; zipCode: string }): Promise<{ msisdn: string }>;
  releaseNumber(request: { key: string }): Promise<void>;
  /**
   * A new number near the ZIP Code for the same line; the old one is given up. The same key is the
   * same change.
   */
  changeNumber(request: { key: string; msisdn: string; zipCode: string }): Promise<NumberChange>;
}
