import type { placeOrder as placeOrderCall } from '@portside/contract/checkout';
import type { ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { ofLine, Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { keepNewNumber } from '../lines/new-numbers.ts';
import { checkSimAndPhone } from '../lines/sim-claims.ts';
import { saveForOrder } from '../port-in/ordered-number.ts';
import { cartIdOf } from './purchase.ts';
import type * as store from './store.ts';

type Input = ParsedInputOf<typeof placeOrderCall>;
type AskedLine = Pick<Input, 'simType' | 'iccid' | 'imei' | 'portIn' | 'newNumber'>;

/** With its SIM and phone checked, and its number brought or kept. */
export type ReadyLine = Pick<
  store.OrderedLine,
  'simType' | 'iccid' | 'imei' | 'portInId' | 'keptNumber'
>;

type NotReady = Refused<
  | 'sim_in_use'
  | 'device_locked'
  | 'device_blocked'
  | 'port_in_ended'
  | 'other_number'
  | 'number_taken'
  | 'number_gone'
>;

/** The first one, and the further ones (P03). */
export const askedLines = (input: Input): readonly AskedLine[] => [input, ...(input.more ?? [])];

/** What can be seen of them without asking anybody. */
export function refuseLines(
  app: App,
  who: Customer,
  lines: readonly AskedLine[],
):
  | Refused<'too_many_lines' | 'esim_not_offered' | 'same_sim' | 'same_number' | 'number_gone'>
  | undefined {
  if (lines.length > who.brand.cart.lines) return refused('too_many_lines');
  const { carrier } = app.adapters.of(who.tenant);
  const places = lines.map((line, at) => ({ line, place: at + 1, before: lines.slice(0, at) }));
  for (const { line, place, before } of places) {
    const { simType, iccid, portIn, newNumber } = line;
    const isTwice = (has: (one: AskedLine) => boolean) => before.some(has);
    if (simType === 'esim' && !carrier.can.has('esim')) {
      return ofLine(refused('esim_not_offered'), place);
    }
    if (iccid && isTwice((one) => one.iccid === iccid)) return ofLine(refused('same_sim'), place);
    if (portIn && isTwice((one) => one.portIn?.msisdn === portIn.msisdn)) {
      return ofLine(refused('same_number'), place);
    }
    if (newNumber && isTwice((one) => one.newNumber === newNumber)) {
      return ofLine(refused('number_gone'), place);
    }
  }
  return undefined;
}

/**
 * Before anything is paid. @throws No `not_found` for another caller's draft of a number; OutsideFailure
 */
export async function readyLines(
  app: App,
  who: Customer,
  cartId: string,
  lines: readonly AskedLine[],
): Promise<readonly ReadyLine[] | NotReady> {
  const checked = await Promise.all(lines.map((line) => checkSimAndPhone(app, who.tenant, line)));
  const keys = new KeptUnder(who.brand.cart.lines, cartId);
  const ready: ReadyLine[] = [];
  for (const [at, sim] of checked.entries()) {
    if (sim instanceof Refused) return ofLine(sim, at + 1);
  }
  for (const [at, { simType, imei = '', portIn }] of lines.entries()) {
    const portInId = portIn && (await saveForOrder(app, who, portIn));
    if (portInId instanceof Refused) return ofLine(portInId, at + 1);
    ready.push({
      simType,
      iccid: iccidOf(checked[at]),
      imei,
      ...(portInId && { portInId }),
    });
  }
  for (const [at, { newNumber }] of lines.entries()) {
    const line = ready[at];
    if (!line || line.portInId) continue;
    const keptNumber = await keys.keep(app, who, at + 1, newNumber);
    if (keptNumber instanceof Refused) return ofLine(keptNumber, at + 1);
    if (keptNumber) ready[at] = { ...line, keptNumber };
  }
  return ready;
}

const iccidOf = (sim: Awaited<ReturnType<typeof checkSimAndPhone>> | undefined): string =>
  sim && 'iccid' in sim ? sim.iccid : '';

/**
 * Each line's number is kept under its place in the cart. Where a line before it was removed, its number
 * is still kept under the place that it had.
 */
class KeptUnder {
  private readonly places: number;
  private readonly cartId: string;
  private readonly used = new Set<string>();

  constructor(places: number, cartId: string) {
    this.places = places;
    this.cartId = cartId;
  }

  async keep(app: App, who: Customer, place: number, msisdn: string | undefined) {
    const all = Array.from({ length: this.places }, (_, at) => at + 1);
    const others = all.filter((one) => one !== place);
    for (const one of msisdn ? [place, ...others] : []) {
      const purpose = cartIdOf(this.cartId, one);
      if (this.used.has(purpose)) continue;
      const kept = await keepNewNumber(app, who, purpose, msisdn);
      if (kept instanceof Refused) continue;
      this.used.add(purpose);
      return kept;
    }
    return msisdn ? refused('number_gone') : undefined;
  }
}
