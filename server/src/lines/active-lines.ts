import type { App } from '../app.ts';
import type { Noticed } from './carrier-notices.ts';
import * as store from './store.ts';

export { activeLines } from './active-lines-store.ts';

/** A notice names a number, or the activation that it came of. @returns a line that has not ended */
export async function lineOfNotice(
  app: App,
  { tenant, ref }: Noticed,
): Promise<store.LineRow | undefined> {
  const db = app.db.query;
  const tenants = app.adapters.sharing('carrier', tenant);
  const activated = await store.lineOfActivation(db, tenants, ref);
  const isThere = activated && activated.status !== 'ended';
  return isThere ? activated : store.livingLineOfNumber(db, tenants, ref);
}
