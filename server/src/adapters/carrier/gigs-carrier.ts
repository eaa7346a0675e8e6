import type { World } from '../../app.ts';
import { OutsideFailure } from '../outside-failure.ts';
import { completeCarrier } from './carrier-can.ts';
import type { CarrierPort } from './carrier.ts';
import type { Gigs } from './gigs.ts';
import { checkGigs, gigsHttp, GigsRefusal, type GigsSettings } from './gigs-http.ts';
import { lineVerbs, portOutVerbs } from './gigs-lines.ts';
import { readGigsNotice } from './gigs-notices.ts';
import { gigsOnce } from './gigs-once.ts';
import { portInVerbs } from './gigs-portings.ts';
import { simVerbs } from './gigs-sims.ts';
import { gigsStore } from './gigs-store.ts';
import { activationVerbs } from './gigs-subscriptions.ts';
import { transferPinVerbs } from './gigs-transfer-pins.ts';
import { usageVerbs } from './gigs-usage.ts';

export type { GigsSettings } from './gigs-http.ts';

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
