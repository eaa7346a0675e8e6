import type { World } from '../../app.ts';
import { later, seconds } from '../../clock.ts';
import type { Tx } from '../../db/database.ts';
import type { Activation, ActivationRequest } from './carrier.ts';
import { makeEsim } from './sandbox-esims.ts';
import { type NewNotice, queueNotices } from '../sandbox/outbox.ts';
import { eventOf, OVERTAKEN_MS } from './sandbox-notices.ts';
import { deviceFacts, newIccid, simFacts } from './sandbox-sims.ts';
import * as store from './sandbox-store.ts';

type Row = store.ActivationRow;

const TAKES = seconds(2);

/** None in 00000; only 4G where the ZIP Code ends in 4. */
export function networkAt(zipCode: string): '5G' | '4G' | 'none' {
  if (!/^\d{5}$/.test(zipCode) || zipCode === '00000') return 'none';
  return zipCode.endsWith('4') ? '4G' : '5G';
}

/** Once for each key. */
export async function activateOnce(world: World, request: ActivationRequest): Promise<Activation> {
  const row = await world.db.transaction((tx) => writeDown(world, tx, request));
  if (row.fingerprint !== fingerprintOf(request)) {
    throw new Error(`The idempotency key ${request.key} was used for another activation`);
  }
  return describe(await activateIfDue(world, row));
}

async function writeDown(world: World, tx: Tx, request: ActivationRequest): Promise<Row> {
  const known = await store.activationByKey(tx, request.key);
  if (known) return known;
  const now = world.clock.now();
  const ref = world.random.id('act');
  const reason = await refusalOf(tx, request);
  const row: Row = {
    ref,
    key: request.key,
    fingerprint: fingerprintOf(request),
    msisdn: request.msisdn,
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

async function refusalOf(tx: Tx, request: ActivationRequest): Promise<Row['reason']> {
  if (networkAt(request.zipCode) === 'none') return 'no_coverage';
  const { iccid = '', imei = '', msisdn } = request;
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

export function describe(row: Row): Activation {
  const { ref, status, msisdn, iccid } = row;
  if (status === 'refused') return { kind: status, ref, reason: row.reason ?? 'other' };
  return { kind: status, ref, msisdn, iccid };
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
  const { msisdn, zipCode, simType, iccid = '', imei = '', planId } = request;
  return [msisdn, zipCode, simType, iccid, imei, planId].join('|');
}
