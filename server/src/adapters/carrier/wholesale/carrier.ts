import type { World } from '../../../app.ts';
import { completeCarrier } from '../carrier-can.ts';
import type { CarrierPort } from '../carrier.ts';
import { activationVerbs, lineVerbs } from './lines.ts';
import type { Wholesale } from './wholesale.ts';
import { wholesaleOnce } from './once.ts';
import { portInVerbs } from './port-ins.ts';
import type { WholesaleSettings } from './settings.ts';
import { wholesaleStore } from './store.ts';
import { checkWholesale, wholesaleWire } from './wire.ts';

/** A carrier in the shape of AT&T's wholesale API. docs/adapters/wholesale.md says what it lacks. */
export function wholesaleCarrier(
  settings: WholesaleSettings,
  { db, clock, random }: Pick<World, 'db' | 'clock' | 'random'>,
): CarrierPort {
  const ask = wholesaleWire(settings);
  const store = wholesaleStore(db.query, settings.user);
  const wholesale: Wholesale = { ask, store, once: wholesaleOnce(store, clock, random), clock };
  return completeCarrier({
    name: 'wholesale',
    ...activationVerbs(wholesale),
    ...lineVerbs(wholesale),
    ...portInVerbs(wholesale),
    check: () => checkWholesale(ask),
    // None are documented: lines and port-ins are looked at again and again.
    readNotice: () => undefined,
  });
}
