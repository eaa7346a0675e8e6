/** Where a line is used, for 911, taxes and receipts. Absent parts are empty. */
export interface StreetAddress {
  readonly streetNumber: string;
  readonly streetDirection: string;
  readonly streetName: string;
  readonly streetUnit: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

type Street = Pick<StreetAddress, 'streetNumber' | 'streetDirection' | 'streetName' | 'streetUnit'>;

const wholeLine =
  /^(?<streetNumber>\d+(?:-\d+)?[a-z]?)\s+(?:(?<streetDirection>[NS][EW]?|[EW])\.?\s+)?(?<streetName>\S.*?)(?:(?:,\s*|\s+)(?<streetUnit>(?:apt|apartment|unit|suite|ste|#)\.?\s*\w.*))?$/i;

/** Address books put the whole line into the street's name: its parts go to their fields. */
export function filledStreet(at: Street, streetName: string): Partial<Street> {
  const atOnce = streetName.length - at.streetName.length > 3;
  const parts = atOnce ? wholeLine.exec(streetName.trim())?.groups : undefined;
  if (!parts?.streetNumber || !parts.streetName) return { streetName };
  const isOther = at.streetNumber !== '' && at.streetNumber !== parts.streetNumber;
  if (isOther) return { streetName };
  return {
    streetNumber: parts.streetNumber,
    ...(parts.streetDirection && { streetDirection: parts.streetDirection.toUpperCase() }),
    streetName: parts.streetName,
    ...(parts.streetUnit && { streetUnit: parts.streetUnit }),
  };
}

/** `12 N Oak St, Apt 4` and `Springfield, IL 62701`. */
export const addressLines = (at: StreetAddress): readonly string[] => [
  streetLine(at),
  `${at.city}, ${at.state} ${at.zipCode}`,
];

export function streetLine(at: Street): string {
  const street = [at.streetNumber, at.streetDirection, at.streetName].filter(Boolean).join(' ');
  return [street, at.streetUnit].filter(Boolean).join(', ');
}
