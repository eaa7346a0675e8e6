import type { LineDetail } from '@portside/contract/line-detail';
import type { PortOut } from '@portside/contract/port-out';
import type { CarrierPortOut, PortOutState } from '../adapters/carrier/carrier-port-outs.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { sweep } from '../jobs/sweep.ts';
import { publishLine } from '../lines/line-news.ts';
import { beginOthersWork, endWork, lockForWork } from '../lines/line-work.ts';
import { viewAnyOfNumber, viewAnyRenewable, type OwnedRenewable } from '../lines/renewable.ts';
import { endLine } from '../lines/suspension.ts';
import { portOutEmail } from './emails.ts';
import * as store from './store.ts';
import { syncPinJob } from './sync-pin.ts';
import { warnOfLine } from '../lines/told.ts';

/** A notice says only which one to look at. */
export async function lookAtPortOut(
  app: App,
  { ref, tenant = app.brands.first.client.mvnoId }: { ref: string; tenant?: number },
): Promise<void> {
  const { carrier } = app.adapters.of(tenant);
  if (!carrier.can.has('portOuts')) return;
  await recordPortOut(app, tenant, await carrier.viewPortOut(ref));
}

/** Where a carrier is asked for all; what is open here for longer is asked for by itself. */
const LOOKS_BACK = days(3);

export async function recentPortOuts(app: App, tenant: number): Promise<CarrierPortOut[]> {
  const { carrier } = app.adapters.of(tenant);
  if (!carrier.can.has('portOuts')) return [];
  return carrier.portOutsSince(later(app.clock.now(), -LOOKS_BACK));
}

export const isOpen = (state: PortOutState): boolean =>
  state === 'requested' || state === 'confirmed';

export async function catchUpPortOuts(app: App): Promise<void> {
  const carriers = app.adapters.each('carrier').map(({ brands: [brand = app.brands.first] }) => ({
    id: brand.id,
    tenant: brand.client.mvnoId,
  }));
  await sweep(app, carriers, catchUpAt, 'a carrier was not asked for port-outs');
  const old = await store.openSince(app.db.query, later(app.clock.now(), -LOOKS_BACK));
  const named = old.map(({ ref, tenant_id: tenant }) => ({ id: ref, ref, tenant }));
  const look = (one: (typeof named)[0]) => lookAtPortOut(app, one);
  await sweep(app, named, look, 'an old port-out could not be looked at');

  async function catchUpAt({ tenant }: { tenant: number }): Promise<void> {
    const found = await recentPortOuts(app, tenant);
    const record = (one: CarrierPortOut) => recordPortOut(app, tenant, one);
    const refs = found.map(({ ref }) => ref);
    const rows = await store.portOutsOf(app.db.query, refs);
    const known = new Map(rows.map((row) => [row.ref, row]));
    const news = found.filter((one) => goesForward(one, known.get(one.ref)));
    const named = news.map((one) => ({ ...one, id: one.ref }));
    await sweep(app, named, record, 'a port-out could not be noted yet');
  }
}

/** A transfer PIN is not to be guessed at the counters of other carriers. */
const WRONG_TRIES = 5;

/** It only goes forward, so an old answer that comes late changes nothing. */
const order: Readonly<Record<PortOutState, number>> = {
  requested: 1,
  confirmed: 2,
  completed: 3,
  cancelled: 3,
  refused: 3,
};

type Step = Pick<CarrierPortOut, 'state'>;

const goesForward = (found: Step, known: Step | undefined): boolean =>
  !known || order[found.state] > order[known.state];

/** Notes a step once, tells the customer, and ends a line whose number has left (K16). */
export async function recordPortOut(
  app: App,
  tenant: number,
  found: CarrierPortOut,
): Promise<void> {
  const db = app.db.query;
  const known = await store.portOutOf(db, found.ref);
  if (!goesForward(found, known)) return;
  // A carrier speaks for its own brands only.
  const tenants = app.adapters.sharing('carrier', tenant);
  const before = known && (await viewAnyRenewable(db, known.line_id));
  // One that was let go: another account may have the number by now.
  const line =
    before && !before.goneSince ? before : await viewAnyOfNumber(db, tenants, found.msisdn);
  if (!line || !tenants.includes(line.owner.tenant)) {
    app.log.warn({ ref: found.ref }, 'another carrier asked for a number that no line has');
    return;
  }
  await app.db.transaction((tx) => recordStep(app, tx, line, found));
}

async function recordStep(
  app: App,
  tx: Tx,
  { id, owner: { tenant } }: OwnedRenewable,
  found: CarrierPortOut,
): Promise<void> {
  const owner = await lockForWork(tx, id);
  const line = await viewAnyRenewable(tx, id);
  if (!owner || !line) return;
  const known = await store.lockPortOut(tx, found.ref);
  if (!goesForward(found, known)) return;
  const { state, reason, changedAt: at } = found;
  await store.savePortOut(tx, {
    ref: found.ref,
    tenant_id: tenant,
    line_id: id,
    msisdn: found.msisdn,
    state,
    reason,
    created_at: known?.created_at ?? at,
    at,
    ends_at: isOpen(state) ? later(at, days(app.brands.byTenant(tenant).lines.portOutDays)) : null,
    let_go_at: null,
  });
  const isGuessed = reason === 'transfer_pin' && (await store.wrongTries(tx, id)) >= WRONG_TRIES;
  const hasEnded = isGuessed && (await store.endPin(tx, id, app.clock.now()));
  if (hasEnded) await app.jobs.enqueue(tx, syncPinJob, { lineId: id });
  const moves = isOpen(state);
  // What is under way already goes on; the other carrier does not wait for it.
  if (moves) await beginOthersWork(app, tx, { tenant, lineId: id }, 'port_out');
  if (!moves && !(await isHeld(tx, id))) await endWork(tx, id, 'port_out');
  if (state === 'completed') {
    await store.endPin(tx, id, app.clock.now());
    await endLine(app, tx, id, { isGone: true });
  } else {
    const row = { id, tenant_id: tenant, customer_id: owner.customerId };
    await publishLine(app, tx, row, line.status);
  }
  await warnOfLine(app, tx, line, 'end', (brand, reader) =>
    portOutEmail(app, brand, reader, line, { ...found, isGuessed: hasEnded }),
  );
}

const isHeld = async (db: Query, lineId: string) => (await store.openOf(db, [lineId])).length > 0;

/** Of those lines whose number another carrier has asked for. */
export async function openPortOutsOf(
  db: Query,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, 'requested' | 'confirmed'>> {
  const rows = await store.openOf(db, lineIds);
  return new Map(
    rows.map(({ line_id, state }) => [line_id, state === 'requested' ? 'requested' : 'confirmed']),
  );
}

/** For the line's page. */
export async function portOutOf(
  app: App,
  db: Query,
  { id, mdn }: { id: string; mdn: string },
): Promise<Pick<LineDetail, 'portOut' | 'transferPin'>> {
  const [newest, pin] = await Promise.all([store.newestPortOut(db, id), store.newestPin(db, id)]);
  const holds = !pin?.expires_at || pin.expires_at > app.clock.now();
  const isLive = pin?.ended_at === null && holds && pin.msisdn === mdn;
  return {
    ...(newest && { portOut: shown(newest) }),
    ...(isLive && { transferPin: { expiresAt: pin.expires_at?.toISOString() ?? null } }),
  };
}

function shown({ state, at, ends_at: ends, let_go_at: end }: store.PortOutRow): PortOut {
  if (end && isOpen(state)) return { state: 'expired', at: end.toISOString() };
  return {
    state,
    at: at.toISOString(),
    ...(isOpen(state) && ends && { endsOn: ends.toISOString() }),
  };
}
