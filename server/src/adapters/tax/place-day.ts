import { clockInZone } from '../../brands/time-zone.ts';

/** The zone where most of a state lives; the usual one is New York's. */
const byState: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['America/Chicago', 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'],
    ['America/Denver', 'CO ID MT NM UT WY'],
    ['America/Phoenix', 'AZ'],
    ['America/Los_Angeles', 'AP CA NV OR WA'],
    ['America/Anchorage', 'AK'],
    ['Pacific/Honolulu', 'HI'],
    ['America/Puerto_Rico', 'PR VI'],
    ['Pacific/Guam', 'GU MP'],
    ['Pacific/Pago_Pago', 'AS'],
  ].flatMap(([zone = '', states = '']) => states.split(' ').map((state) => [state, zone])),
);

/** Where the other zone of a state begins at a ZIP Code's first three digits. */
const byPrefix: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['America/New_York', '373 374 376 377 378 379'],
    ['America/Chicago', '324 325 420 421 422 423 424 463 464 476 477'],
    ['America/Denver', '577 586 693 799 885 979'],
    ['America/Los_Angeles', '835 838'],
  ].flatMap(([zone = '', prefixes = '']) => prefixes.split(' ').map((prefix) => [prefix, zone])),
);

/** What a place's own calendar says, as noon in UTC: that is the same day in every US zone. */
export function dayOfPlace(at: Date, { state, zipCode }: { state: string; zipCode: string }): Date {
  const zone = byPrefix[zipCode.slice(0, 3)] ?? byState[state] ?? 'America/New_York';
  const day = clockInZone(at, zone);
  day.setUTCHours(12, 0, 0, 0);
  return day;
}
