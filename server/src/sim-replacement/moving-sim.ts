import { phone } from '@portside/contract/phone';
import { viewPerson } from '../account/person.ts';
import { memberOf } from '../lines/members.ts';
import type { SimChange } from '../adapters/carrier/carrier-sims.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { delayEnds } from '../emails/warnings.ts';
import { defineJob, type Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import type { Noticed } from '../lines/carrier-notices.ts';
import { isKept } from '../lines/kept.ts';
import { endWork } from '../lines/line-work.ts';
import { noteChangeAsked, noteChangeOver } from '../lines/network-asks.ts';
import { claimSim } from '../lines/sim-claims.ts';
import {
  lockSimLine,
  moveToSim,
  publishSim,
  viewAnySimLine,
  type SimLine,
} from '../lines/sim-moves.ts';
import { prepareCard, replacementHere, shippingLines, stopCard } from '../shipping/shipments.ts';
import { pauseOf } from '../safety/pauses.ts';
import type { News } from './emails.ts';
import { noteActivity } from '../sessions/activity.ts';
import { isMailed, isWaiting } from './replacement-view.ts';
import * as store from './store.ts';
import { tell } from './telling.ts';
import { whyNot } from './why-not.ts';

export const moveSim = defineJob<{ id: string }>('move-sim', { atOnce: 8 });

const LOOK_AGAIN_SECONDS = 5;
/** Of a line that is kept. */
const KEPT_SECONDS = 600;
const LOOKED_AT_LEAST = minutes(5);

/** Concurrent runs are harmless. */
export async function beginDue(app: App): Promise<void> {
  const due = await store.due(app.db.query, app.clock.now());
  await sweep(app, due, (id) => begin(app, id), 'a SIM change could not begin yet');
}

/** Cards in the mail, and what a lost job left behind. */
export async function lookAtUnderWay(app: App): Promise<void> {
  const since = later(app.clock.now(), -LOOKED_AT_LEAST);
  const left = await store.notLookedAt(app.db.query, since);
  await sweep(app, left, (id) => askCarrier(app, id), 'a SIM change was not looked at yet');
}

export const nextReplacement = (): Moment => store.nextDue;

/** What kept it from being asked for keeps it from beginning, too. */
async function begin(app: App, id: string): Promise<void> {
  const found = await store.find(app.db.query, id);
  if (!found) return;
  await app.db.transaction(async (tx) => {
    const line = await lockSimLine(tx, found.line_id);
    const row = await store.lock(tx, id);
    const now = app.clock.now();
    if (!line || row?.state !== 'announced' || row.effective_at > now) return;
    const begins = await delayEnds(tx, id, row.effective_at);
    // Nobody could hear of it yet.
    if (!begins || begins > now) return;
    // It waits: the line is kept as it is.
    if (await isKept(tx, line.id)) return;
    // Whoever was given the line asked for it (P04).
    const given = await memberOf(tx, row.tenant_id, line.id);
    for (const one of [line.owner, ...(given ? [given.member] : [])]) {
      if (await pauseOf(app, tx, one)) return end(app, tx, line, row, { why: 'pause' });
    }
    const why = await whyNot(app, tx, line);
    if (why) return end(app, tx, line, row, { why: why === 'sim_locked' ? 'lock' : 'line' });
    if (row.iccid && !(await claimSim(tx, row.tenant_id, row.iccid))) {
      return end(app, tx, line, row, { state: 'failed', why: 'sim_in_use' });
    }
    await store.set(tx, id, { state: 'under_way', looked_at: now });
    if (isMailed(row)) return mail(app, tx, line, row);
    await app.jobs.enqueue(tx, moveSim, { id });
    await noteChangeAsked(app, tx, lineOf(row), 'new_sim');
    await publishSim(app, tx, line);
  });
}

/** While its card is in the mail, the line may be paid for and changed; the carrier is not asked. */
async function mail(app: App, tx: Tx, line: SimLine, row: store.ReplacementRow): Promise<void> {
  // Whoever was given the line asked for it (P04).
  const given = await memberOf(tx, row.tenant_id, line.id);
  const { firstName, lastName } = await viewPerson(tx, given?.member ?? line.owner);
  await prepareCard(app, tx, {
    tenant: row.tenant_id,
    lineId: line.id,
    replacementId: row.id,
    recipient: `${firstName} ${lastName}`.trim(),
    address: shippingLines(JSON.parse(row.shipping ?? '{}') as Record<string, string>),
  });
  await endWork(tx, line.id, 'sim_replacement');
  await tell(app, tx, line, row, 'mailed');
}

/** The mailed card is in its customer's hands. */
export async function moveToMailed(
  app: App,
  { replacementId: id, iccid }: { replacementId: string; iccid: string },
): Promise<void> {
  const found = await store.find(app.db.query, id);
  if (!found) return;
  await app.db.transaction(async (tx) => {
    const line = await lockSimLine(tx, found.line_id);
    const row = await store.lock(tx, id);
    if (!line || !row || !isWaiting(row) || row.stop_wanted_by !== null) return;
    if (await isKept(tx, line.id)) {
      const here = { replacementId: id, iccid };
      await app.jobs.enqueue(tx, replacementHere, here, { after: KEPT_SECONDS });
      return;
    }
    // Put on while the card was in the mail.
    if ((await whyNot(app, tx, line)) === 'sim_locked') {
      await end(app, tx, line, row, { why: 'lock' });
      return;
    }
    await store.set(tx, id, { iccid });
    await app.jobs.enqueue(tx, moveSim, { id });
    await noteChangeAsked(app, tx, lineOf(row), 'new_sim');
    await publishSim(app, tx, line);
  });
}

const lineOf = (row: store.ReplacementRow) => ({ tenant: row.tenant_id, lineId: row.line_id });

/** For the job, which alone comes back, so that there is one series. */
export async function askAndComeBack(app: App, id: string): Promise<void> {
  const row = await askCarrier(app, id);
  if (row?.state !== 'under_way' || isMailed(row)) return;
  await app.db.transaction((tx) =>
    app.jobs.enqueue(tx, moveSim, { id }, { after: LOOK_AGAIN_SECONDS }),
  );
}

export async function lookAtNoticed(app: App, { ref, tenant }: Noticed): Promise<void> {
  const tenants = app.adapters.sharing('carrier', tenant);
  const row = await store.findByRef(app.db.query, tenants, ref);
  if (row) await askCarrier(app, row.id);
}

/** @returns how it stands; undefined when it is not at the carrier @throws OutsideFailure */
export async function askCarrier(app: App, id: string): Promise<store.ReplacementRow | undefined> {
  const row = await store.find(app.db.query, id);
  const line = row && (await viewAnySimLine(app.db.query, row.line_id));
  if (row?.state !== 'under_way' || !line) return undefined;
  const { carrier } = app.adapters.of(row.tenant_id);
  const known = { key: id, msisdn: line.mdn };
  const isUnwanted = row.stop_wanted_by !== null || line.status === 'ended';
  if (isWaiting(row) && !isUnwanted) {
    await app.db.transaction((tx) => store.set(tx, id, { looked_at: app.clock.now() }));
    return row;
  }
  const seen = isUnwanted
    ? await carrier.cancelSimChange(known)
    : ((row.carrier_ref ? await carrier.findSimChange(known) : undefined) ??
      (await ask(carrier, row, line)));
  return app.db.transaction((tx) => record(app, tx, row, seen));
}

function ask(carrier: CarrierPort, row: store.ReplacementRow, line: SimLine): Promise<SimChange> {
  const asked = { key: row.id, msisdn: line.mdn, oldIccid: line.iccid };
  const { sim_type: simType, iccid } = row;
  return carrier.changeSim({ ...asked, simType, ...(iccid && { iccid }) });
}

/** State, email and consequences in one transaction. */
async function record(
  app: App,
  tx: Tx,
  { id, line_id }: store.ReplacementRow,
  seen: SimChange,
): Promise<store.ReplacementRow | undefined> {
  const line = await lockSimLine(tx, line_id);
  const row = await store.lock(tx, id);
  if (!line || row?.state !== 'under_way') return row;
  switch (seen.kind) {
    case 'pending':
      return wait(app, tx, row, seen.ref);
    case 'active': {
      const { iccid } = seen;
      if (!(await moveToSim(tx, line, { simType: row.sim_type, iccid }))) {
        throw new Error(`The SIM of ${id} is known to be another line's`);
      }
      const network = { ...line.owner, network: '', userAgent: '' };
      await noteActivity(app, tx, network, 'sim_changed', { line: phone(line.mdn) });
      const news = row.denial === 'block' ? 'done_blocked' : 'done';
      return end(app, tx, line, row, { state: 'done', why: null, news });
    }
    case 'cancelled': {
      const why = row.stop_wanted_by ?? (line.status === 'ended' ? 'line' : 'carrier');
      return end(app, tx, line, row, { why });
    }
    case 'refused': {
      const why = seen.reason;
      return end(app, tx, line, row, { state: 'failed', why });
    }
  }
}

async function wait(
  app: App,
  tx: Tx,
  row: store.ReplacementRow,
  ref: string,
): Promise<store.ReplacementRow> {
  const now = { carrier_ref: ref, looked_at: app.clock.now() };
  await store.set(tx, row.id, now);
  return { ...row, ...now };
}

/** Over, in whatever way. The line, and then the row, are locked. */
export async function end(
  app: App,
  tx: Tx,
  line: SimLine,
  row: store.ReplacementRow,
  {
    state = 'stopped',
    why,
    news,
  }: { state?: 'done' | 'stopped' | 'failed'; why: store.Why | null; news?: News },
): Promise<store.ReplacementRow> {
  const over = { state, why, ended_at: app.clock.now(), shipping: null };
  await store.set(tx, row.id, over);
  await endWork(tx, line.id, 'sim_replacement');
  await noteChangeOver(tx, line.id);
  await stopCard(app, tx, line.id);
  const now = { ...row, ...over };
  if (news || line.status !== 'ended') await tell(app, tx, line, now, news ?? newsOf(now));
  return now;
}

function newsOf({ state, why }: store.ReplacementRow): News {
  if (state !== 'stopped') return state === 'failed' ? 'failed' : 'done';
  return why === 'denied' ? 'denied' : 'stopped';
}
