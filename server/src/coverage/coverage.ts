import type { Coverage, viewCoverage as viewCoverageCall } from '@portside/contract/coverage';
import type { ParsedInputOf } from '@portside/contract/endpoint';
import { stateOfZip } from '@portside/contract/places';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Visitor } from '../http/who.ts';
import { say } from '../words/say.ts';

type Network = Coverage['network'];

/** Networks change slowly; one question serves a crowd. */
const KEPT = minutes(10);
const PLACES = 5000;

interface Kept {
  readonly network: Promise<Exclude<Network, 'unknown'>>;
  readonly until: Date;
}

const places = new WeakMap<CarrierPort, Map<string, Kept>>();

export async function viewCoverage(
  app: App,
  who: Visitor,
  { zipCode }: ParsedInputOf<typeof viewCoverageCall>,
): Promise<Coverage> {
  return describeCoverage(who.language, zipCode, await coverageAt(app, who.tenant, zipCode));
}

/**
 * The carrier's answer, at most ten minutes old, for shop, checkout and port-in. `unknown` while
 * the carrier is down, or where it does not tell: nobody is turned away for that, and a later refusal is refunded.
 */
export async function coverageAt(app: App, tenant: number, zipCode: string): Promise<Network> {
  // Without a state there are no taxes either.
  if (!stateOfZip(zipCode)) return 'none';
  try {
    const { carrier } = app.adapters.of(tenant);
    if (!carrier.can.has('coverage')) return 'unknown';
    return await askedOnce(carrier, app.clock.now(), zipCode);
  } catch (error) {
    if (error instanceof OutsideFailure) return 'unknown';
    throw error;
  }
}

export function describeCoverage(language: string, zipCode: string, network: Network): Coverage {
  return { network, message: say(language, sentences[network], { zipCode }) };
}

const sentences: Readonly<Record<Network, string>> = {
  '5G': 'We cover {zipCode} with 5G.',
  '4G': 'We cover {zipCode} with 4G LTE. There is no 5G there yet.',
  none: 'We don’t cover this ZIP Code yet.',
  unknown:
    'We can’t check the coverage in {zipCode} right now. You can still buy a plan: if your line can’t be activated there, we refund you.',
};

function askedOnce(carrier: CarrierPort, now: Date, zipCode: string): Kept['network'] {
  const known = placesOf(carrier);
  const kept = known.get(zipCode);
  if (kept && now < kept.until) return kept.network;
  const network = carrier.coverage(zipCode);
  const place = { network, until: later(now, KEPT) };
  known.delete(zipCode);
  known.set(zipCode, place);
  if (known.size > PLACES) known.delete(known.keys().next().value as string);
  // Failures are not cached.
  network.catch(() => known.get(zipCode) === place && known.delete(zipCode));
  return network;
}

function placesOf(carrier: CarrierPort): Map<string, Kept> {
  let known = places.get(carrier);
  if (!known) places.set(carrier, (known = new Map()));
  return known;
}
