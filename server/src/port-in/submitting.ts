import { portInReasons } from '@portside/contract/port-in-reasons';
import type { CarrierPortIn, PortInRequest } from '../adapters/carrier/carrier-port-ins.ts';
import type { App } from '../app.ts';
import { days, later, seconds } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { ownerOfRow } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { oldAccountOf, openDetails, sealDetails, type Details } from './details.ts';
import { holdOfLocked } from './holding.ts';
import { requireOwner } from './owners.ts';
import {
  applyAnswer,
  isCancelAsked,
  isOver,
  isStuck,
  isUnderWay,
  mayCancel,
  applyTransition,
  type Progress,
} from './progress.ts';
import * as store from './store.ts';
import { changesOf, save, movePortIn } from './move-port-in.ts';
import { viewPerson } from '../account/person.ts';
import { carrierCustomer, userOf } from '../lines/subscriber.ts';
import { viewRenewable } from '../lines/renewable.ts';
import { lockSimOf } from '../lines/incoming-number.ts';
import { carrierPlanOf } from '../plans/carrier-plan.ts';

/** Asks the carrier until the attempt is over or needs the customer. */
export const settlePortInJob = defineJob<{ id: string; attempt: number }>('settle-port-in', {
  atOnce: 8,
});
export const retryPortInJob = defineJob<{ id: string; attempt: number }>('retry-port-in');

export const ASK_AGAIN_SECONDS = 2;
const RETRY_SECONDS = 900;
const RETRY_FOR = days(1);
/** Longer than any call to the carrier. */
const LEASE_LASTS = seconds(45);

/**
 * Records a submit and its job; the carrier is called after the commit. @returns undefined when it
 * cannot be submitted now
 */
export async function submitLater(
  app: App,
  tx: Tx,
  row: store.PortInRow,
  details: Details,
  by: 'them' | 'us' = 'them',
): Promise<store.PortInRow | undefined> {
  const withSim: Details = { ...simOf(row), ...details, sent: oldAccountOf(details) };
  const submitted = await movePortIn(app, tx, row, 'submit', {
    values: {
      sealed_details: sealDetails(app, row.id, withSim),
      ...(by === 'them' && { retried_since: null }),
      given_up_at: null,
    },
  });
  if (!submitted) return undefined;
  const { id, attempt } = submitted;
  await app.jobs.enqueue(tx, settlePortInJob, { id, attempt }, { after: ASK_AGAIN_SECONDS });
  return submitted;
}

/** The customer may have corrected the line's SIM. */
export async function withSimOfLine(tx: Tx, row: store.PortInRow): Promise<store.PortInRow> {
  if (row.attempt > 0 || row.line_id === null) return row;
  const iccid = await lockSimOf(tx, requireOwner(row), row.line_id);
  if (iccid === row.iccid) return row;
  await store.setPortIn(tx, row.id, { iccid });
  return { ...row, iccid };
}

function simOf({ line_id, iccid, imei, sim_type: simType }: store.PortInRow) {
  if (line_id === null && !iccid) return {};
  return { sim: { simType, ...(iccid && { iccid }), ...(imei && { imei }) } };
}

/**
 * Brings a port-in up to date with the carrier. Safe to run again and concurrently: attempts have
 * keys, and outdated answers are dropped. @throws OutsideFailure
 */
export async function settlePortIn(app: App, id: string): Promise<void> {
  const row = await store.anyPortIn(app.db.query, id);
  if (!row || isOver(row.status)) return;
  if (isCancelAsked(row) && mayCancel(row.status)) {
    await cancelAtCarrier(app, row);
    return;
  }
  if (row.status !== 'submitted') {
    if (row.carrier_ref) {
      await record(
        app,
        row,
        await app.adapters.of(row.tenant_id).carrier.viewPortIn(row.carrier_ref),
      );
    }
    return;
  }
  await withLease(app, row, async () => record(app, row, await submit(app, row)));
}

/** Of two concurrent submits the carrier could refuse the first and accept the second. */
async function withLease(app: App, row: store.PortInRow, work: () => Promise<void>): Promise<void> {
  const now = app.clock.now();
  if (!(await store.takeLease(app.db.query, row, now, later(now, LEASE_LASTS)))) return;
  try {
    await work();
  } finally {
    await store.releaseLease(app.db.query, row);
  }
}

/** One the carrier does not know is canceled here. */
async function cancelAtCarrier(app: App, row: store.PortInRow): Promise<void> {
  const { carrier } = app.adapters.of(row.tenant_id);
  if (row.carrier_ref) {
    await record(app, row, await carrier.cancelPortIn(row.carrier_ref));
    return;
  }
  await withLease(app, row, async () => {
    const { msisdn } = row;
    const customer = carrierCustomer(await viewPerson(app.db.query, requireOwner(row)));
    const found = await carrier.findPortIn({ key: keyOf(row), msisdn, customer });
    if (!found) await cancelHere(app, row);
    else await record(app, row, 'ref' in found ? await carrier.cancelPortIn(found.ref) : found);
  });
}

async function cancelHere(app: App, asked: store.PortInRow): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await store.lockAnyPortIn(tx, asked.id);
    if (row?.version === asked.version) await movePortIn(app, tx, row, endOf(row));
  });
}

const endOf = (row: store.PortInRow): 'expired' | 'cancelled' =>
  row.cancel_asked_by === 'expiry' ? 'expired' : 'cancelled';

const keyOf = ({ id, attempt }: store.PortInRow) => `${id}:${attempt}`;

/** The attempt may have arrived before, so it has a key. */
async function submit(app: App, row: store.PortInRow): Promise<CarrierPortIn> {
  const { carrier } = app.adapters.of(row.tenant_id);
  const { carrier_ref: ref } = row;
  const key = keyOf(row);
  const details = openDetails(app, row);
  const owner = requireOwner(row);
  const person = await viewPerson(app.db.query, owner);
  const { subscriber, address } = await userOf(app.db.query, row.line_id, person);
  const both = {
    key,
    oldAccount: oldAccountOf(details),
    subscriber: { ...subscriber, ...details.holder },
    ...(details.sim && { sim: details.sim }),
  };
  if (ref) return carrier.updatePortIn({ ...both, ref });
  const { msisdn, zip_code: zipCode } = row;
  const line = await receivingLine(app, row);
  return carrier.submitPortIn({
    ...both,
    customer: carrierCustomer(person),
    msisdn,
    zipCode,
    ...(address && { address }),
    ...(line && { line }),
  });
}

async function receivingLine(app: App, row: store.PortInRow): Promise<PortInRequest['line']> {
  if (row.line_id === null) return undefined;
  const line = await viewRenewable(app.db.query, requireOwner(row), row.line_id);
  if (!line) return undefined;
  const planId = await carrierPlanOf(app.db.query, row.tenant_id, line.plan.id);
  return { key: line.carrierKey, planId, ...(line.mdn && { replaces: line.mdn }) };
}

async function record(app: App, asked: store.PortInRow, answer: CarrierPortIn): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await store.lockAnyPortIn(tx, asked.id);
    if (!row) return;
    const meant = answer.kind === 'cancelled' ? { kind: endOf(row), ref: answer.ref } : answer;
    const applied = applyAnswer(row, asked.version, meant);
    if (!applied) return;
    const next = (applied.status === 'completed' && (await progressIfTaken(tx, row))) || applied;
    const changes = changesOf(answer, openDetails(app, row));
    if (next.status !== 'delayed' || !isRetried(next)) {
      await save(app, tx, row, next, changes);
      return;
    }
    const now = app.clock.now();
    const since = row.retried_since ?? now;
    const isLast = now >= later(since, RETRY_FOR);
    const tries = { retried_since: since, given_up_at: isLast ? now : null };
    await save(app, tx, row, next, { ...changes, values: { ...changes.values, ...tries } });
    const { id } = row;
    if (isLast) {
      app.log.error({ portInId: id, reason: next.reason }, 'a port-in is stuck: a day of tries');
      return;
    }
    const again = { id, attempt: next.attempt };
    await app.jobs.enqueue(tx, retryPortInJob, again, { after: RETRY_SECONDS });
  });
}

async function progressIfTaken(tx: Tx, row: store.PortInRow): Promise<Progress | undefined> {
  const number = { tenant: row.tenant_id, msisdn: row.msisdn };
  const asking = { portInId: row.id, owner: ownerOfRow(row) };
  const hold = await holdOfLocked(tx, number, asking);
  const isHere = hold?.reason === 'already_yours' || hold?.reason === 'same_network';
  return isHere ? applyTransition(row, 'refused', 'same_network') : undefined;
}

export async function retryPortIn(app: App, id: string, attempt: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await store.lockAnyPortIn(tx, id);
    if (row?.status !== 'delayed' || row.attempt !== attempt || !isRetried(row)) return;
    if (isCancelAsked(row) || isStuck(row)) return;
    await submitLater(app, tx, row, openDetails(app, row), 'us');
  });
}

const isRetried = ({ reason }: Pick<Progress, 'reason'>) =>
  reason !== null && portInReasons[reason].retried === true;

/** Asks again soon at first, then every quarter of an hour. */
export async function settleAndReschedule(app: App, id: string, attempt: number): Promise<void> {
  await settlePortIn(app, id);
  const row = await store.anyPortIn(app.db.query, id);
  if (!row || row.attempt !== attempt) return;
  if (!isUnderWay(row.status) && !isCancelAsked(row)) return;
  const age = (app.clock.now().getTime() - row.updated_at.getTime()) / 1000;
  const after = Math.round(Math.min(Math.max(age / 2, ASK_AGAIN_SECONDS), 900));
  await app.db.transaction((tx) =>
    app.jobs.enqueue(tx, settlePortInJob, { id, attempt }, { after }),
  );
}
