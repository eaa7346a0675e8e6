import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { type Owner, ownerOf, type Visitor } from '../http/who.ts';
import * as store from './store.ts';

/**
 * Strangers' tries do not lock it out, and a login in it is no news, until it is signed out or the
 * password changes.
 */
export async function knowBrowser(
  app: App,
  tx: Tx,
  who: Visitor,
  customerId: string,
): Promise<void> {
  const { tenant, browserId } = who;
  if (!browserId) return;
  const now = app.clock.now();
  await store.saveKnownBrowser(tx, {
    tenant_id: tenant,
    customer_id: customerId,
    browser_id: browserId,
    since: now,
    seen_at: now,
  });
}

/** The same work for an unknown customer. */
export function knowsBrowser(db: Query, who: Visitor, customerId: string): Promise<boolean> {
  return store.isKnownBrowser(db, ownerOf(who.tenant, customerId), who.browserId ?? '');
}

/** Which of these customers know it. */
export async function whoKnowsBrowser(
  db: Query,
  { tenant, browserId = '' }: Visitor,
  customerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await store.knownTo(db, { tenant, customerIds }, browserId));
}

/** One without an id is known by what it is, and its network. */
export function isSameBrowser(db: Query, who: Visitor, owner: Owner): Promise<boolean> {
  if (who.browserId) return store.isKnownBrowser(db, owner, who.browserId);
  return store.hadSessionFrom(db, owner, { network: who.network, userAgent: who.userAgent });
}

export async function shutOutBrowsers(
  tx: Tx,
  owner: Owner,
  which: { butOf?: string; of?: string } = {},
): Promise<void> {
  await store.dropKnownBrowsers(tx, owner, which);
}
