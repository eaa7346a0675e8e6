import { sql } from 'kysely';
import type { World } from '../../../app.ts';
import { later, seconds } from '../../../clock.ts';
import type { Tx } from '../../../db/database.ts';
import type { Activation, ActivationRequest } from '../carrier-activations.ts';
import { makeEsim } from './esims.ts';
import { type NewNotice, queueNotices } from '../../sandbox/outbox.ts';
import { eventOf, OVERTAKEN_MS } from './notices.ts';
import { viewLineState } from './lines.ts';
import { releaseNumber, reserveNumber } from './numbers.ts';
import { deviceFacts, newIccid, simFacts } from './sims.ts';
import * as store from './store.ts';

type Row = store.ActivationRow;

const TAKES = seconds(2);

/** None in 00000; only 4G where the ZIP Code ends in 4. */
export function networkAt(zipCode: string): '5G' | '4G' | 'none' {
  if (!/^\d{5}$/.test(zipCode) || zipCode === '00000') return 'none';
  return zipCode.endsWith('4') ? '4G' : '5G';
}

/** Once for each key. */
export async function activateOnce(world: World, request: ActivationRequest): Promise<Activation> {
  const { key, zipCode } = request;
  const reservation = { key: `assigned ${key}`, zipCode };
  const msisdn = request.msisdn ?? (await reserveNumber(world, reservation));
  const row = await world.db.transaction((tx) => writeDown(world, tx, request, msisdn));
  if (row.fingerprint !== fingerprintOf(request)) {
    throw new Error(`The idempotency key ${key} was used for another activation`);
  }
  if (row.status === 'refused') await releaseNumber(world, reservation.key);
  return describe(world, await activateIfDue(world, row));
}

async function writeDown(
  world: World,
  tx: Tx,
  request: ActivationRequest,
  msisdn: string,
): Promise<Row> {
  const known = await store.activationByKey(tx, request.key);
  if (known) return known;
  const now = world.clock.now();
  const ref = world.random.id('act');
  const reason = await refusalOf(tx, request, msisdn);
  const row: Row = {
    ref,
    key: request.key,
    fingerprint: fingerprintOf(request),
    msisdn,
    assigned: request.msisdn === undefined,
    iccid: request.iccid && simFacts(request.iccid).ours ? request.iccid : newIccid(world),
    sim_type: request.simType,
    imei: request.imei ?? '',
    plan_id: request.planId,
    status: reason ? 'refused' : 'pending',
    reason,
    active_at: later(now, TAKES),
    created_at: now,
  };
  const [inserted] = await store
    .carrierTables(tx)
    .insertInto('sandbox_carrier_activations')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('ref')
    .execute();
  if (!inserted) {
    const first = await store.activationByKey(tx, request.key);
    if (!first) throw new Error(`The activation of ${request.key} is gone`);
    return first;
  }
  if (row.sim_type === 'esim' && !reason)
    await makeEsim(world, tx, { iccid: row.iccid, msisdn: row.msisdn });
  await queueNotices(world, tx, [newsOf(world, row)]);
  return row;
}

async function refusalOf(
  tx: Tx,
  request: ActivationRequest,
  msisdn: string,
): Promise<Row['reason']> {
  if (networkAt(request.zipCode) === 'none') return 'no_coverage';
  const { iccid = '', imei = '' } = request;
  if (simFacts(iccid).inUse) return 'sim_in_use';
  if (deviceFacts(imei).blocked) return 'device_blocked';
  return (await store.isFreeToActivate(tx, msisdn)) ? null : 'other';
}

export function activateNow(world: World, ref: string): Promise<Row> {
  return world.db.transaction(async (tx) => {
    const [activated] = await activate(world, tx, [ref]);
    if (activated) return activated;
    const row = await store.activationByRef(tx, ref);
    if (!row) throw new Error(`The carrier knows no activation ${ref}`);
    return row;
  });
}

export async function activateIfDue(world: World, row: Row): Promise<Row> {
  const due = row.status === 'pending' && row.active_at <= world.clock.now();
  return due ? activateNow(world, row.ref) : row;
}

export const nextActivation = sql<Date | null>`(
  select min(active_at) from sandbox_carrier_activations where status = 'pending'
)`;

export async function activateDueLines(world: World): Promise<void> {
  const due = await store.dueActivations(world.db.query, world.clock.now());
  if (due.length > 0) await world.db.transaction((tx) => activate(world, tx, due));
}

/** @returns those that were pending until now */
async function activate(world: World, tx: Tx, refs: readonly string[]): Promise<Row[]> {
  const activated = await store.activate(tx, refs);
  await queueNotices(
    world,
    tx,
    activated.map((row) => newsOf(world, row)),
  );
  return activated;
}

/** A number that the carrier assigns comes when the line is active. */
export async function describe(world: World, row: Row): Promise<Activation> {
  const { ref, status, iccid } = row;
  if (status === 'refused') return { kind: status, ref, reason: row.reason ?? 'other' };
  const isHidden = status === 'pending' && row.assigned;
  const known = { ref, msisdn: isHidden ? '' : row.msisdn, iccid };
  if (status === 'pending') return { kind: status, ...known };
  const state = await viewLineState(world, row.msisdn);
  if (state === 'released') return { kind: 'ended', ref };
  return { kind: state === 'restricted' ? state : 'active', ...known };
}

/** The start is held back, so that the end's notice overtakes it. */
function newsOf(world: World, row: Row): NewNotice {
  const type = { pending: 'created', active: 'activated', refused: 'refused' }[row.status];
  return eventOf(
    world,
    `activation.${type}`,
    { id: row.ref, object: 'activation', msisdn: row.msisdn, status: row.status },
    row.status === 'pending' ? OVERTAKEN_MS : 0,
  );
}

function fingerprintOf(request: ActivationRequest): string {
  const { msisdn = '', zipCode, simType, iccid = '', imei = '', planId } = request;
  return [msisdn, zipCode, simType, iccid, imei, planId].join('|');
}
