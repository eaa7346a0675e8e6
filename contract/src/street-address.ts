/** Where a line is used: what help, taxes and receipts go by. Absent parts are empty. */
export interface StreetAddress {
  readonly streetNumber: string;
  readonly streetDirection: string;
  readonly streetName: string;
  /** Apartment, suite or unit, as people write it: `4B`, `Apt 4B`. */
  readonly streetUnit: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

/** The street in one line: `12 NW Harbor Street, Apt 4B`. */
export function streetLine(
  at: Pick<StreetAddress, 'streetNumber' | 'streetDirection' | 'streetName' | 'streetUnit'>,
): string {
  const street = [at.streetNumber, at.streetDirection, at.streetName].filter(Boolean).join(' ');
  return [street, at.streetUnit].filter(Boolean).join(', ');
}
