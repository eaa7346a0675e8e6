import type { Session } from '@portside/contract/sessions';
import type { App, BrowserOf } from '../app.ts';
import { days, hours, later, minutes, unmoved } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { No, notFound } from '../http/no.ts';
import { type Customer, customerOf, type Owner, ownerOf, type Visitor } from '../http/who.ts';
import { signMid } from '../http/mid.ts';
import { networkKey } from '../http/network.ts';
import { beginPause } from '../safety/pauses.ts';
import { say } from '../words/say.ts';
import { noteActivity } from './activity.ts';
import { browserName } from './browser-name.ts';
import { checkProof, tokenHashOf } from './key-proof.ts';
import { knowBrowser, knowsBrowser, shutOutBrowsers } from './known-browsers.ts';
import { readToken, writeToken } from './session-token.ts';
import type { ProofBy } from './store.ts';
import * as store from './store.ts';

/** F02. */
const SESSION = days(14);
const AGENT_SESSION = minutes(15);
export const FRESH = minutes(10);
const SEEN_EVERY = minutes(1);

/** The token is valid once the transaction commits. */
export interface Opened {
  sessionId: string;
  token: string;
  isNewBrowser: boolean;
}

export type WayIn =
  | { by: 'registration' | 'password' | 'code' | 'passkey' }
  | { by: 'ticket'; agent: string; reason: string };

/**
 * The token only names a row, read at each call (F01 to F03), and needs the browser's key if the
 * login had one. @throws No `unauthenticated` for a bad proof, or for none where the brand wants
 * one
 */
export async function openSession(
  app: App,
  tx: Tx,
  who: Visitor,
  customerId: string,
  way: WayIn,
): Promise<Opened> {
  const thumbprint = who.proof && (await checkProof(app, tx, who.proof))?.thumbprint;
  if (!thumbprint && (who.proof || !who.brand.plainTokens)) {
    logRefused(app, who, 'login');
    throw new No('unauthenticated');
  }
  const now = app.clock.now();
  const isAgent = way.by === 'ticket';
  const lasting = isAgent ? AGENT_SESSION : SESSION;
  const openedBy = way.by === 'ticket' ? null : way.by === 'registration' ? 'password' : way.by;
  const sessionId = app.random.id('ses');
  const isNewBrowser = !isAgent && (await isNew(tx, who, customerId, way, thumbprint));
  await store.insertSession(tx, {
    id: sessionId,
    tenant_id: who.tenant,
    customer_id: customerId,
    created_at: now,
    expires_at: later(unmoved(app.clock), lasting),
    ended_at: null,
    network: who.network,
    user_agent: who.userAgent,
    agent: isAgent ? way.agent : null,
    proven_at: isAgent ? null : now,
    opened_by: openedBy,
    proof_at: isAgent ? null : now,
    proof_by: openedBy,
    proof_for: null,
    key_thumbprint: thumbprint ?? null,
    browser_id: who.browserId ?? null,
    last_seen_at: now,
    unused_until: idleEnd(app, who),
  });
  const kinds = { registration: 'registered', ticket: 'agent_entered' } as const;
  const kind = way.by === 'registration' || way.by === 'ticket' ? kinds[way.by] : 'signed_in';
  const detail = { ...way, ...(isNewBrowser && { isNew: 'yes' }) };
  await noteActivity(app, tx, { ...who, customerId }, kind, detail);
  if (!isAgent) {
    await knowBrowser(app, tx, who, customerId);
    await app.push.endOfOthers(tx, who, customerId);
  }
  const token = writeToken(app, {
    tenant: who.tenant,
    customerId,
    sessionId,
    thumbprint,
    issuedAt: now,
    expiresAt: later(now, lasting),
  });
  return { sessionId, token, isNewBrowser };
}

const idleEnd = ({ clock }: App, { brand }: Visitor) =>
  later(unmoved(clock), hours(brand.sessionIdleHours));

/** By its id or key, else by user agent and network. */
async function isNew(
  tx: Tx,
  who: Visitor,
  customerId: string,
  way: WayIn,
  thumbprint: string | undefined,
): Promise<boolean> {
  if (way.by === 'registration') return false;
  if (who.browserId && (await knowsBrowser(tx, who, customerId))) return false;
  if (thumbprint) return !(await store.hadSession(tx, ownerOf(who.tenant, customerId), thumbprint));
  if (who.browserId) return true;
  const { network, userAgent } = who;
  return !(await store.hadSessionFrom(tx, ownerOf(who.tenant, customerId), { network, userAgent }));
}

/**
 * Signed by us, for this tenant, not expired or ended, and sent by its browser. An agent's call is
 * recorded before it is answered.
 */
export async function identify(
  app: App,
  who: Visitor,
  token: string,
  call: string,
): Promise<Customer | undefined> {
  const claims = readToken(app, who.tenant, token);
  if (!claims) return undefined;
  const now = app.clock.now();
  const session = await store.liveSession(
    app.db.query,
    who.tenant,
    claims.sessionId,
    unmoved(app.clock),
  );
  if (!session || session.customer_id !== claims.customerId) return undefined;
  if (session.key_thumbprint !== null) {
    const proof = who.proof && (await checkProof(app, app.db.query, who.proof));
    const holds =
      proof?.thumbprint === session.key_thumbprint && proof.tokenHash === tokenHashOf(token);
    if (!holds) {
      logRefused(app, who, call);
      return undefined;
    }
  }
  if (now.getTime() - session.last_seen_at.getTime() >= SEEN_EVERY) {
    await store.touchSession(app.db.query, session.id, {
      at: now,
      network: who.network,
      unusedUntil: idleEnd(app, who),
    });
  }
  if (session.agent !== null) {
    const agent = { name: session.agent, until: later(session.expires_at, app.clock.movedBy ?? 0) };
    const customer = customerOf(who, session, { agent });
    await noteActivity(app, app.db.query, customer, 'agent_call', { call });
    return customer;
  }
  const { proven_at: provenAt } = session;
  return customerOf(who, session, provenAt ? { provenUntil: later(provenAt, FRESH) } : {});
}

function logRefused(app: App, who: Visitor, call: string): void {
  const network = networkKey(app.secrets, who);
  app.log.warn(
    { call, network, requestId: who.requestId },
    'a proof of a browser’s key was refused',
  );
}

export async function liveSessions(app: App, sessionIds: string[]): Promise<ReadonlySet<string>> {
  return new Set(await store.liveAmong(app.db.query, sessionIds, unmoved(app.clock)));
}

export async function wasHere(
  app: App,
  tx: Tx,
  who: Visitor,
  customerId: string,
): Promise<boolean> {
  const thumbprint = who.proof && (await checkProof(app, tx, who.proof))?.thumbprint;
  if (!thumbprint) return false;
  return store.hadSession(tx, ownerOf(who.tenant, customerId), thumbprint);
}

/** Named for an action on a line, or an order, it is for nothing else, not for settings either. */
const isOfLine = (action: string | undefined) => /^(?:\w+ lin_|placeOrder$)/.test(action ?? '');

/** @param proof for one action too; without, for the account's settings alone */
export async function markProven(
  app: App,
  tx: Tx,
  who: Customer,
  proof?: { by: ProofBy; action: string | undefined },
): Promise<Date> {
  const now = app.clock.now();
  await store.proveSession(tx, who.sessionId, {
    ...(!isOfLine(proof?.action) && { proven_at: now }),
    ...(proof && { proof_at: now, proof_by: proof.by, proof_for: proof.action ?? null }),
  });
  return later(now, FRESH);
}

/** More is required from here on. */
export async function forgetOtherProofs(tx: Tx, who: Customer): Promise<void> {
  await store.forgetProofs(tx, { owner: who, except: who.sessionId });
}

const browserOf = ({ sessionId, browserId }: Customer) => ({ sessionId, browserId });

/** @returns false when it has ended; until the transaction is over nothing ends it */
export const holdSession = (tx: Tx, { tenant, sessionId }: Customer): Promise<boolean> =>
  store.holdSession(tx, tenant, sessionId);

/** False for a session that only ran out, and for one that is cleared away. */
export const isLoggedOut = async (
  { db }: App,
  owner: Owner,
  browser: BrowserOf,
): Promise<boolean> => (await store.lastEnd(db.query, owner, browser)) !== undefined;

export async function endOwnSession(app: App, who: Customer): Promise<void> {
  await app.db.transaction(async (tx) => {
    await store.endSessions(app, tx, { owner: who, only: who.sessionId });
    await app.push.end(tx, who, { of: browserOf(who) });
    await noteActivity(app, tx, who, 'signed_out');
  });
}

export async function endOtherSessions(app: App, tx: Tx, who: Customer): Promise<number> {
  await shutOutBrowsers(tx, who, { butOf: who.sessionId });
  const ended = await store.endSessions(app, tx, { owner: who, except: who.sessionId });
  await app.push.end(tx, who, { butOf: browserOf(who) });
  return ended;
}

export async function endAllSessions(app: App, tx: Tx, owner: Owner): Promise<void> {
  await shutOutBrowsers(tx, owner);
  await store.endSessions(app, tx, { owner });
  await app.push.end(tx, owner);
}

/** Asked for by its owner, who called. The activity names the operator. */
export async function endSessionsForCustomer(
  app: App,
  owner: Owner,
  operator: string,
): Promise<void> {
  const agent = { name: operator, until: app.clock.now() };
  await app.db.transaction(async (tx) => {
    await endAllSessions(app, tx, owner);
    await noteActivity(app, tx, { ...owner, network: '', userAgent: '', agent }, 'sessions_ended');
  });
}

export async function listSessions(app: App, who: Customer): Promise<{ sessions: Session[] }> {
  const rows = await store.liveSessionsOf(app.db.query, who, unmoved(app.clock));
  const sessions = rows.map((row) => ({
    id: row.id,
    current: row.id === who.sessionId,
    browser: browserName(row.user_agent, who.language),
    network: row.network,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    ...(row.agent !== null && { agent: row.agent }),
  }));
  return { sessions: sessions.sort((a, b) => Number(b.current) - Number(a.current)) };
}

/**
 * What another one had begun on a line is stopped, too (docs/decisions/0951).
 * @throws No `not_found`, also for another customer's session
 */
export function signOutBrowser(
  app: App,
  who: Customer,
  { id: sessionId }: { id: string },
): Promise<{ message: string }> {
  return app.db.transaction(async (tx) => {
    const ended = await store.endSessions(app, tx, { owner: who, only: sessionId });
    if (ended === 0) throw notFound();
    const browserId = await store.browserOfSession(tx, who, sessionId);
    await app.push.end(tx, who, { of: { sessionId, browserId } });
    const isOther = sessionId !== who.sessionId;
    if (isOther) await shutOutBrowsers(tx, who, { of: sessionId });
    await noteActivity(app, tx, who, 'session_ended');
    const hasStopped = isOther && (await app.stopBegunBy(app, tx, who, sessionId));
    const sentence = hasStopped
      ? 'That browser is logged out, and we stopped what it had started. We emailed you the details.'
      : 'That browser is logged out.';
    return { message: say(who.language, sentence) };
  });
}

export function signOutElsewhere(app: App, who: Customer): Promise<{ message: string }> {
  return app.db.transaction(async (tx) => {
    await endOtherSessions(app, tx, who);
    await beginPause(app, tx, who, 'logged_out');
    await noteActivity(app, tx, who, 'sessions_ended');
    return { message: say(who.language, 'You’re logged out everywhere else.') };
  });
}

/** Stored only at a login (F04). */
export async function nameBrowser(app: App, who: Visitor): Promise<{ mid: string }> {
  return { mid: signMid(app.secrets, who.tenant, app.random.id('brw')) };
}
