import { carrierCapability, type CarrierCapability } from '@portside/contract/carrier-can';
import type { CarrierPort, CarrierVerbs } from './carrier.ts';

/** What not every carrier offers: the verbs that make it up. */
export const verbsOf = {
  coverage: ['coverage'],
  reserveNumber: ['reserveNumber', 'releaseNumber'],
  chooseNumber: ['offerNumbers', 'keepNumber'],
  checkDevice: ['checkDevice'],
  esim: ['viewEsim'],
  outages: ['viewOutage'],
  suspendLine: ['suspendLine', 'resumeLine'],
  numberLock: ['setNumberLock', 'viewNumberLock'],
  emergencyAddress: ['setEmergencyAddress'],
  changePlan: ['changePlan', 'viewPlan'],
  changeNumber: ['changeNumber'],
  allowances: ['addAllowance', 'removeAllowance', 'listAllowances'],
  changeSim: ['changeSim', 'findSimChange', 'cancelSimChange'],
  mailSim: ['mailSim'],
  usage: ['usage'],
  transferPin: ['setTransferPin', 'endTransferPin'],
  issueTransferPin: ['issueTransferPin', 'viewIssuedPin'],
  portOuts: ['viewPortOut', 'portOutsSince'],
  refusePortOut: ['refusePortOut'],
  cancelPortIn: ['cancelPortIn'],
} as const satisfies Record<CarrierCapability, readonly (keyof CarrierVerbs)[]>;

export type Can = ReadonlySet<CarrierCapability>;
type OptionalVerb = (typeof verbsOf)[CarrierCapability][number];

/** The verbs that a carrier has: all that every carrier has, and some of the others. */
export type OfferedVerbs = Omit<CarrierVerbs, OptionalVerb> &
  Partial<Pick<CarrierVerbs, OptionalVerb>>;

export const carrierCapabilities = carrierCapability.options;

/** Asked for what the carrier does not offer: the caller should have looked at `can`. */
export class NotOffered extends Error {}

/** @throws Error for an adapter that has a capability by halves */
export function completeCarrier(offered: OfferedVerbs): CarrierPort {
  const missing: Partial<Record<OptionalVerb, () => never>> = {};
  const can = new Set(carrierCapabilities);
  for (const capability of carrierCapabilities) {
    const verbs: readonly OptionalVerb[] = verbsOf[capability];
    const absent = verbs.filter((verb) => offered[verb] === undefined);
    if (absent.length === 0) continue;
    if (absent.length < verbs.length) {
      throw new Error(
        `${offered.name} has ${capability} by halves: ${absent.join(', ')} is missing`,
      );
    }
    can.delete(capability);
    for (const verb of absent) {
      missing[verb] = () => {
        throw new NotOffered(`${offered.name} does not offer ${verb}`);
      };
    }
  }
  return { ...offered, ...missing, can } as CarrierPort;
}

/** The same carrier without some of what it can. */
export function withoutCapabilities(
  carrier: CarrierPort,
  ...lacking: readonly CarrierCapability[]
): CarrierPort {
  const { can: _can, ...offered } = carrier;
  const absent = carrierCapabilities.filter((one) => !carrier.can.has(one));
  const verbs = new Set<string>([...absent, ...lacking].flatMap((one) => verbsOf[one]));
  const kept = Object.entries(offered).filter(([verb]) => !verbs.has(verb));
  return completeCarrier(Object.fromEntries(kept) as unknown as OfferedVerbs);
}
