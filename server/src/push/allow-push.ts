import { createHash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import {
  type allowPush as allowPushCall,
  type endPush as endPushCall,
  type Push,
  type PushKind,
  pushKinds,
} from '@portside/contract/push';
import type { PushSubscription } from '../adapters/push/push.ts';
import type { App } from '../app.ts';
import { No, notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { browserName } from '../sessions/browser-name.ts';
import { holdSession } from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { keysOf } from './keys.ts';
import * as store from './store.ts';

type Allow = typeof allowPushCall;

const MOST_BROWSERS = 10;
const MARK_LENGTH = 16;

export async function viewPush(app: App, who: Customer): Promise<Push> {
  if (!who.brand.webPush) return { offered: false, publicKey: '', browsers: [] };
  const rows = await store.subscriptionsOf(app.db.query, who);
  const { publicKey } = await keysOf(app, who.tenant);
  return {
    offered: true,
    publicKey,
    browsers: rows.map((row) => ({
      id: row.id,
      mark: row.endpoint_hash.slice(0, MARK_LENGTH),
      browser: browserName(row.user_agent, who.language),
      since: row.created_at.toISOString(),
      kinds: kindsOf(row),
    })),
  };
}

export const kindsOf = ({ kinds }: Pick<store.SubscriptionRow, 'kinds'>): PushKind[] => {
  const chosen = new Set(kinds.split(' '));
  return pushKinds.filter((kind) => chosen.has(kind));
};

const sealedFor = (id: string) => `push:${id}`;

export const subscriptionIn = (app: App, row: store.SubscriptionRow): PushSubscription =>
  JSON.parse(app.secrets.open(row.sealed, sealedFor(row.id))) as PushSubscription;

/** @throws No `unauthenticated` when the session has ended meanwhile */
export async function allowPush(
  app: App,
  who: Customer,
  { kinds, ...subscription }: ParsedInputOf<Allow>,
): Promise<OutputOf<Allow> | Refused<'not_offered' | 'unknown_service' | 'too_many_browsers'>> {
  if (!who.brand.webPush) return refused('not_offered');
  if (!app.adapters.of(who.tenant).push.isKnown(subscription)) return refused('unknown_service');
  const endpoint_hash = createHash('sha256').update(subscription.endpoint).digest('hex');
  const isFull = await app.db.transaction(async (tx) => {
    if (!(await holdSession(tx, who))) throw new No('unauthenticated');
    await store.lockPush(tx, who);
    const known = await store.subscriptionsOf(tx, who);
    const before = known.find((row) => row.endpoint_hash === endpoint_hash);
    if (!before && known.length >= MOST_BROWSERS) return true;
    // What is on its way to it still arrives.
    const id = before?.id ?? app.random.id('psh');
    await store.takeSubscription(tx, {
      id,
      tenant_id: who.tenant,
      customer_id: who.customerId,
      session_id: who.sessionId,
      browser_id: who.browserId ?? null,
      user_agent: who.userAgent,
      endpoint_hash,
      sealed: app.secrets.seal(JSON.stringify(subscription), sealedFor(id)),
      kinds: pushKinds.filter((kind) => kinds.includes(kind)).join(' '),
      created_at: before?.created_at ?? app.clock.now(),
      used_at: before?.used_at ?? null,
      counted_since: before?.counted_since ?? null,
      counted: before?.counted ?? 0,
    });
    return false;
  });
  if (isFull) return refused('too_many_browsers');
  return {
    message: say(who.language, 'Notices are on in this browser.'),
    ...(await viewPush(app, who)),
  };
}

/** @throws No `not_found`, also when it is off already */
export async function endPush(
  app: App,
  who: Customer,
  { id }: { id: string },
): Promise<OutputOf<typeof endPushCall>> {
  if (!(await store.dropSubscription(app.db.query, who, id))) throw notFound();
  return {
    message: say(who.language, 'Notices are off in that browser.'),
    ...(await viewPush(app, who)),
  };
}
