import type {
  listStaffSessions as listStaffSessionsCall,
  StaffMember,
} from '@portside/contract/console/staff';
import type { OutputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { hours, later, minutes, unmoved } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { No, notFound } from '../http/no.ts';
import { told } from '../words/told.ts';
import type { Staff, Visitor } from '../http/who.ts';
import { browserName } from '../sessions/browser-name.ts';
import { checkProof, tokenHashOf } from '../sessions/key-proof.ts';
import { readToken, writeToken } from '../sessions/session-token.ts';
import * as store from './store.ts';

/** A day's work. */
const SESSION = hours(12);
const IDLE = minutes(30);
const FRESH = minutes(10);
const SEEN_EVERY = minutes(1);

interface CameIn {
  token: string;
  expiresAt: string;
  staff: StaffMember;
}

/** @throws No `unauthenticated` for a bad proof, or for none where the brand wants one */
export async function openSession(
  app: App,
  tx: Tx,
  who: Visitor,
  staff: store.StaffRow,
): Promise<CameIn> {
  const thumbprint = who.proof && (await checkProof(app, tx, who.proof))?.thumbprint;
  if (!thumbprint && (who.proof || !who.brand.plainTokens)) throw new No('unauthenticated');
  const now = app.clock.now();
  const id = app.random.id('sts');
  await store.insertSession(tx, {
    id,
    tenant_id: who.tenant,
    staff_id: staff.id,
    created_at: now,
    expires_at: later(unmoved(app.clock), SESSION),
    unused_until: later(unmoved(app.clock), IDLE),
    ended_at: null,
    last_seen_at: now,
    proven_at: now,
    network: who.network,
    user_agent: who.userAgent,
    key_thumbprint: thumbprint ?? null,
  });
  const expiresAt = later(now, SESSION);
  const named = { tenant: who.tenant, customerId: staff.id, sessionId: id, thumbprint };
  const token = writeToken(app, { ...named, issuedAt: now, expiresAt }, 'staff');
  const { name, email, role } = staff;
  return { token, expiresAt: expiresAt.toISOString(), staff: { id: staff.id, name, email, role } };
}

/** Signed by us for staff of this brand, not over, and sent by its browser. */
export async function identifyStaff(
  app: App,
  visitor: Visitor,
  token: string,
): Promise<Staff | undefined> {
  const claims = readToken(app, visitor.tenant, token, 'staff');
  if (!claims) return undefined;
  const { query } = app.db;
  const found = await store.liveSession(
    query,
    visitor.tenant,
    claims.sessionId,
    unmoved(app.clock),
  );
  if (!found || found.staff_id !== claims.customerId) return undefined;
  if (found.key_thumbprint !== null) {
    const proof = visitor.proof && (await checkProof(app, query, visitor.proof));
    const holds =
      proof?.thumbprint === found.key_thumbprint && proof.tokenHash === tokenHashOf(token);
    if (!holds) return undefined;
  }
  const now = app.clock.now();
  if (now.getTime() - found.last_seen_at.getTime() >= SEEN_EVERY) {
    await store.touchSession(query, found.id, {
      last_seen_at: now,
      network: visitor.network,
      unused_until: later(unmoved(app.clock), IDLE),
    });
  }
  const { id: sessionId, staff_id: staffId, name, email, role } = found;
  return {
    ...visitor,
    staffId,
    name,
    email,
    role,
    trained: found.trained_at !== null,
    sessionId,
    provenUntil: later(found.proven_at, FRESH),
  };
}

export async function proveSession(app: App, tx: Tx, who: Staff): Promise<Date> {
  const now = app.clock.now();
  await store.touchSession(tx, who.sessionId, { proven_at: now });
  return later(now, FRESH);
}

export async function listStaffSessions(
  app: App,
  who: Staff,
): Promise<OutputOf<typeof listStaffSessionsCall>> {
  const { tenant, staffId } = who;
  const rows = await store.liveSessionsOf(app.db.query, tenant, staffId, unmoved(app.clock));
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      current: row.id === who.sessionId,
      browser: browserName(row.user_agent, who.language),
      network: row.network,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
    })),
  };
}

/** @throws No `not_found`, also for somebody else's */
export function endStaffSession(
  app: App,
  who: Staff,
  { id }: { id: string },
): Promise<{ message: string }> {
  return app.db.transaction(async (tx) => {
    const ended = await store.endSessions(tx, { staffId: who.staffId, only: id }, app.clock.now());
    if (ended === 0) throw notFound();
    return told('That browser is logged out.');
  });
}

export function logOut(app: App, who: Staff): Promise<{ message: string }> {
  return app.db.transaction(async (tx) => {
    await store.endSessions(tx, { staffId: who.staffId, only: who.sessionId }, app.clock.now());
    return told('You are logged out.');
  });
}
