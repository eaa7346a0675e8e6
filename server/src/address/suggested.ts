import type { StreetAddress } from '@portside/contract/street-address';

/** Ways to write the same word, the post office's last. */
const sameWords = [
  'ALLEY ALY',
  'APARTMENT APT # UNIT',
  'AVENUE AV AVE',
  'BOULEVARD BLVD',
  'CENTER CTR',
  'CIRCLE CIR',
  'COURT CT',
  'CRESCENT CRES',
  'DRIVE DR',
  'EAST E',
  'EXPRESSWAY EXPY',
  'FORT FT',
  'FREEWAY FWY',
  'HEIGHTS HTS',
  'HIGHWAY HWY',
  'LANE LN',
  'MOUNT MT',
  'NORTH N',
  'NORTHEAST NE',
  'NORTHWEST NW',
  'PARKWAY PKWY',
  'PLACE PL',
  'PLAZA PLZ',
  'POINT PT',
  'RIDGE RDG',
  'ROAD RD',
  'ROUTE RTE',
  'SAINT ST STREET',
  'SOUTH S',
  'SOUTHEAST SE',
  'SOUTHWEST SW',
  'SQUARE SQ',
  'STATION STA',
  'SUITE STE',
  'TERRACE TER',
  'TRAIL TRL',
  'TURNPIKE TPKE',
  'VALLEY VLY',
].map((row) => row.split(' '));

const shortOf = new Map(sameWords.flatMap((words) => words.map((word) => [word, words[0]])));

/** `12 North Oak Street` and `12 N. OAK ST` are the same. */
function plain(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[.,']/g, '')
    .replaceAll('#', ' # ')
    .split(/[\s-]+/)
    .filter(Boolean)
    .map((word) => shortOf.get(word) ?? word)
    .join(' ');
}

const street = (at: StreetAddress) =>
  plain([at.streetNumber, at.streetDirection, at.streetName].join(' '));

/**
 * The typed address with those parts put right that are another place, or undefined. What is only
 * written in another way stays the customer's.
 */
export function suggested(typed: StreetAddress, known: StreetAddress): StreetAddress | undefined {
  const isStreet = street(typed) !== street(known);
  const isCity = plain(typed.city) !== plain(known.city);
  const isZip = typed.zipCode !== known.zipCode;
  if (!isStreet && !isCity && !isZip && typed.state === known.state) return undefined;
  return {
    ...(isStreet ? known : typed),
    // A unit is the customer's to know.
    streetUnit: typed.streetUnit,
    city: isCity ? known.city : typed.city,
    state: known.state,
    zipCode: known.zipCode,
  };
}
