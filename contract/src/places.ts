export interface PlaceOption {
  readonly value: string;
  readonly label: string;
}

// States by name, then DC, the territories and the military codes (docs/requirements.md, H36).
const states =
  'ALAlabama|AKAlaska|AZArizona|ARArkansas|CACalifornia|COColorado|CTConnecticut|DEDelaware|' +
  'FLFlorida|GAGeorgia|HIHawaii|IDIdaho|ILIllinois|INIndiana|IAIowa|KSKansas|KYKentucky|' +
  'LALouisiana|MEMaine|MDMaryland|MAMassachusetts|MIMichigan|MNMinnesota|MSMississippi|' +
  'MOMissouri|MTMontana|NENebraska|NVNevada|NHNew Hampshire|NJNew Jersey|NMNew Mexico|' +
  'NYNew York|NCNorth Carolina|NDNorth Dakota|OHOhio|OKOklahoma|OROregon|PAPennsylvania|' +
  'RIRhode Island|SCSouth Carolina|SDSouth Dakota|TNTennessee|TXTexas|UTUtah|VTVermont|' +
  'VAVirginia|WAWashington|WVWest Virginia|WIWisconsin|WYWyoming|' +
  'DCDistrict of Columbia|PRPuerto Rico|GUGuam|VIU.S. Virgin Islands|ASAmerican Samoa|' +
  'MPNorthern Mariana Islands|AAArmed Forces Americas|AEArmed Forces Europe|APArmed Forces Pacific';

export const stateOptions: readonly PlaceOption[] = states
  .split('|')
  .map((state) => ({ value: state.slice(0, 2), label: state.slice(2) }));

export const streetDirections = ['N', 'E', 'S', 'W', 'NE', 'NW', 'SE', 'SW'] as const;

export type StreetDirection = (typeof streetDirections)[number];

export function isState(code: string): boolean {
  return stateOptions.some((state) => state.value === code);
}

// First three-digit prefix of each state; `--` is unused. Some ZIP Codes on a border are in the
// neighbor state: prices by ZIP are estimates, the address's state decides.
const prefixes =
  '000--005NY006PR008VI009PR010MA028RI030NH039ME050VT055MA056VT060CT070NJ090AE100NY150PA197DE' +
  '200DC201VA202DC206MD220VA247WV269--270NC290SC300GA320FL340AA341FL350AL370TN386MS398GA' +
  '400KY428--430OH460IN480MI500IA529--530WI550MN568--569DC570SD578--580ND589--590MT' +
  '600IL630MO659--660KS680NE694--700LA715--716AR730OK733TX734OK750TX' +
  '800CO817--820WY832ID839--840UT848--850AZ866--870NM885TX886--889NV899--' +
  '900CA962AP967HI969GU970OR980WA995AK';

export function stateOfZip(zip: string): string | undefined {
  if (!/^\d{5}$/.test(zip)) return undefined;
  // Fishers Island, American Samoa, and the islands that share Guam's prefix.
  if (zip === '06390') return 'NY';
  if (zip === '96799') return 'AS';
  if (/^9695[0-2]/.test(zip)) return 'MP';
  if (/^969[4-9]/.test(zip)) return undefined;
  let state = '--';
  for (const [, from = '', code = ''] of prefixes.matchAll(/(\d{3})(..)/g)) {
    if (from <= zip.slice(0, 3)) state = code;
  }
  return state === '--' ? undefined : state;
}

const borders =
  'AL:FL GA MS TN|AR:LA MO MS OK TN TX|AZ:CA CO NM NV UT|CA:NV OR|CO:KS NE NM OK UT WY|CT:MA NY RI|' +
  'DC:MD VA|DE:MD NJ PA|FL:GA|GA:NC SC TN|IA:IL MN MO NE SD WI|ID:MT NV OR UT WA WY|IL:IN KY MO WI|' +
  'IN:KY MI OH|KS:MO NE OK|KY:MO OH TN VA WV|LA:MS TX|MA:NH NY RI VT|MD:PA VA WV|ME:NH|MI:OH WI|' +
  'MN:ND SD WI|MO:NE OK TN|MS:TN|MT:ND SD WY|NC:SC TN VA|ND:SD|NE:SD WY|NH:VT|NJ:NY PA|NM:OK TX UT|' +
  'NV:OR UT|NY:PA VT|OH:PA WV|OK:TX|OR:WA|PA:WV|SD:WY|TN:VA|UT:WY|VA:WV';

const neighbours = new Set(
  borders.split('|').flatMap((one) => {
    const [state = '', others = ''] = one.split(':');
    return others.split(' ').flatMap((other) => [`${state}${other}`, `${other}${state}`]);
  }),
);

export const otherState = 'This ZIP Code is in another state. Please check state and ZIP Code.';

/** The ZIP Code's own state, or one that borders it. */
export function stateGoesWithZip(state: string, zip: string): boolean {
  const own = stateOfZip(zip);
  return own === undefined || own === state || neighbours.has(`${own}${state}`);
}
