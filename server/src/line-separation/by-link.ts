import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { type Refused, refused } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { KEPT_DAYS } from '@portside/contract/line-separation';
import * as store from './store.ts';

const USE = 'line-separation';

export const macOf = ({ secrets }: App, token: string): string => secrets.mac(token, USE);

/** The link opens what is of this brand, as long as it is kept. */
export async function findByLink(
  app: App,
  db: Query,
  { tenant }: Visitor,
  token: string,
): Promise<store.SeparationRow | Refused<'unknown_link'>> {
  const row = await store.separationOf(db, tenant, app.secrets.macs(token, USE));
  const isKept = row && later(row.received_at, days(KEPT_DAYS)) > app.clock.now();
  return isKept ? row : refused('unknown_link');
}

/** Held until the transaction ends, and not decided. */
export async function lockByLink(
  app: App,
  tx: Tx,
  who: Visitor,
  token: string,
): Promise<store.SeparationRow | Refused<'unknown_link' | 'over'>> {
  const found = await findByLink(app, tx, who, token);
  if (!('id' in found)) return found;
  const row = await store.lockSeparation(tx, found.id);
  if (!row) return refused('unknown_link');
  return row.state === 'open' ? row : refused('over');
}
