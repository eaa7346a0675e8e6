export type NumberChange =
  | { kind: 'changed'; msisdn: string }
  | { kind: 'refused'; reason: 'no_numbers' | 'other' };

export interface NumberVerbs {
  /**
   * A new number near the ZIP Code for the same line; the old one is given up. The same key is the
   * same change.
   */
  changeNumber(request: { key: string; msisdn: string; zipCode: string }): Promise<NumberChange>;
}
