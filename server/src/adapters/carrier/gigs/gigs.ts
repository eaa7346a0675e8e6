import type { World } from '../../../app.ts';
import type { Clock } from '../../../clock.ts';
import type { Random } from '../../../random.ts';
import type { GigsHttp, GigsSettings } from './http.ts';
import type { Once } from './once.ts';
import type { GigsStore } from './store.ts';

/** What the parts of the adapter share. */
export interface Gigs {
  settings: GigsSettings;
  http: GigsHttp;
  store: GigsStore;
  once: Once;
  clock: Clock;
  random: Random;
  log: World['log'];
}
