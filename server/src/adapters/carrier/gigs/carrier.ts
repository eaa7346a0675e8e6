import type { World } from '../../../app.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import { completeCarrier } from '../carrier-can.ts';
import type { CarrierPort } from '../carrier.ts';
import type { Gigs } from './gigs.ts';
import { checkGigs, gigsHttp, GigsRefusal, type GigsSettings } from './http.ts';
import { lineVerbs, portOutVerbs } from './lines.ts';
import { readGigsNotice } from './notices.ts';
import { gigsOnce } from './once.ts';
import { sellsPlan } from './lookups.ts';
import { portInVerbs } from './portings.ts';
import { simVerbs } from './sims.ts';
import { gigsStore } from './store.ts';
import { activationVerbs } from './subscriptions.ts';
import { transferPinVerbs } from './transfer-pins.ts';
import { usageVerbs } from './usage.ts';

export type { GigsSettings } from './http.ts';

/** Lines, numbers and SIMs of a project at Gigs. docs/adapters/gigs.md says what it does not offer. */
export function gigsCarrier(
  settings: GigsSettings,
  { db, clock, random, log }: Pick<World, 'db' | 'clock' | 'random' | 'log'>,
): CarrierPort {
  const store = gigsStore(db.query, settings.project);
  const once = gigsOnce(store, clock, random);
  const gigs: Gigs = { settings, http: gigsHttp(settings), store, once, clock, random, log };
  const verbs = {
    ...activationVerbs(gigs),
    ...lineVerbs(gigs),
    ...portInVerbs(gigs),
    ...simVerbs(gigs),
    ...usageVerbs(gigs),
    ...portOutVerbs(gigs),
    ...transferPinVerbs(gigs),
    check: () => checkGigs(settings),
    sellsPlan: (planId: string) => sellsPlan(gigs, planId),
  };
  return completeCarrier({
    name: 'gigs',
    ...inTrouble(verbs),
    readNotice: (headers, body) => readGigsNotice(settings, clock, headers, body),
  });
}

/** A "no" that no verb expects is trouble: it is asked again, and somebody looks at it. */
function inTrouble<Verbs extends object>(verbs: Verbs): Verbs {
  const all = Object.entries(verbs).map(([name, verb]: [string, Verb]) => [
    name,
    async (...given: unknown[]) => {
      try {
        return await verb(...given);
      } catch (error) {
        if (!(error instanceof GigsRefusal)) throw error;
        throw new OutsideFailure('carrier', 'not_done', error);
      }
    },
  ]);
  return Object.fromEntries(all) as Verbs;
}
type Verb = (...given: unknown[]) => Promise<unknown>;
