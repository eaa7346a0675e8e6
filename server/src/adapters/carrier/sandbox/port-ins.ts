import type { World } from '../../../app.ts';
import { later } from '../../../clock.ts';
import type { Tx } from '../../../db/database.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type {
  CarrierPortIn,
  OldAccount,
  Portability,
  PortInRequest,
  PortInUpdate,
} from '../carrier-port-ins.ts';
import { esimOf, makeEsim } from './esims.ts';
import { STEP_MS, notify } from './port-in-steps.ts';
import {
  donorOf,
  failsAtSubmit,
  losesFirstAnswer,
  proves,
  requiredFor,
  requiredLater,
  unportable,
} from './port-in-rules.ts';
import { newIccid, simFacts } from './sims.ts';
import * as store from './store.ts';

type Row = store.PortInRow;

export async function checkPortIn(world: World, msisdn: string): Promise<Portability> {
  const reason = unportable(msisdn);
  if (reason) return { portable: false, reason };
  const underWay = await store.portInUnderWay(world.db.query, msisdn);
  if (underWay) return { portable: false, reason: 'pending_elsewhere' };
  const donor = donorOf(msisdn);
  return { portable: true, required: requiredFor(msisdn), ...(donor && { donor }) };
}

/** Once for each key. */
export async function submitOnce(
  world: World,
  request: PortInRequest,
): Promise<Row | CarrierPortIn> {
  const { msisdn } = request;
  const reason = unportable(msisdn);
  if (reason) return notCreated(reason, 'NP', 'Number cannot be ported');
  if (failsAtSubmit(msisdn)) return notCreated('never_created', '500', 'Internal error');
  const made = await world.db.transaction((tx) => writeDown(world, tx, request));
  if ('kind' in made) return made;
  if (made.row.fingerprint !== fingerprintOf(request)) {
    throw new Error(`The idempotency key ${request.key} was used for another port-in`);
  }
  if (made.fresh && losesFirstAnswer(msisdn)) throw new OutsideFailure('carrier', 'unknown');
  return made.row;
}

async function writeDown(
  world: World,
  tx: Tx,
  request: PortInRequest,
): Promise<{ row: Row; fresh: boolean } | CarrierPortIn> {
  const known = await store.portInByKey(tx, request.key);
  if (known) return { row: known, fresh: false };
  const { msisdn, oldAccount, sim } = request;
  if (await store.portInUnderWay(tx, msisdn)) {
    return notCreated('duplicate', 'DUP', 'Port request exists');
  }
  const now = world.clock.now();
  const own = sim?.iccid && simFacts(sim.iccid).ours ? sim.iccid : undefined;
  const row: Row = {
    ref: world.random.id('prq'),
    key: request.key,
    fingerprint: fingerprintOf(request),
    msisdn,
    status: 'pending',
    reason: null,
    raw_code: '',
    raw_text: '',
    tries: 1,
    account_mac: macOf(world, oldAccount.accountNumber),
    account_changed: false,
    pin_mac: macOf(world, oldAccount.pin),
    pin_changed: false,
    holder_changed: false,
    holder_proved: proves(oldAccount),
    iccid: sim ? (own ?? newIccid(world)) : '',
    step_at: later(now, STEP_MS),
    created_at: now,
  };
  if (!(await store.insertPortIn(tx, row))) {
    const first = await store.portInByKey(tx, request.key);
    if (!first) throw new Error(`The port-in of ${request.key} is gone`);
    return { row: first, fresh: false };
  }
  if (sim?.simType === 'esim' && !own) await makeEsim(world, tx, { iccid: row.iccid, msisdn });
  await notify(world, tx, row);
  return { row, fresh: true };
}

const isWaiting = ({ status }: Row) => status === 'rejected' || status === 'details_required';

/** Once for each key. */
export function updateOnce(world: World, update: PortInUpdate): Promise<Row> {
  const { key, ref, oldAccount } = update;
  return world.db.transaction(async (tx) => {
    const row = await store.lockPortIn(tx, ref);
    if (!(await store.insertUpdate(tx, key, ref)) || !isWaiting(row)) return row;
    const changed: Row = {
      ...row,
      status: 'pending',
      reason: null,
      raw_code: '',
      raw_text: '',
      tries: row.tries + 1,
      account_changed: differs(world, oldAccount.accountNumber, row.account_mac),
      pin_changed: differs(world, oldAccount.pin, row.pin_mac),
      holder_changed: namesHolder(oldAccount),
      holder_proved: proves(oldAccount),
      iccid: await iccidOf(world, tx, row, update.sim),
      step_at: later(world.clock.now(), STEP_MS),
    };
    await store.savePortIn(tx, changed);
    await notify(world, tx, changed);
    return changed;
  });
}

async function iccidOf(
  world: World,
  tx: Tx,
  { iccid, msisdn }: Row,
  sim: PortInUpdate['sim'],
): Promise<string> {
  if (!sim) return iccid;
  if (sim.iccid && simFacts(sim.iccid).ours) return sim.iccid;
  const isEsim = iccid !== '' && (await esimOf(tx, iccid)) !== undefined;
  if (iccid !== '' && isEsim === (sim.simType === 'esim')) return iccid;
  const made = newIccid(world);
  if (sim.simType === 'esim') await makeEsim(world, tx, { iccid: made, msisdn });
  return made;
}

export function cancelNow(world: World, ref: string): Promise<Row> {
  return world.db.transaction(async (tx) => {
    const row = await store.lockPortIn(tx, ref);
    if (['confirmed', 'completed', 'cancelled'].includes(row.status)) return row;
    const cancelled: Row = { ...row, status: 'cancelled', step_at: null };
    await store.savePortIn(tx, cancelled);
    await notify(world, tx, cancelled);
    return cancelled;
  });
}

export function describePortIn(row: Row): CarrierPortIn {
  const { ref, status: kind, iccid } = row;
  const raw = { code: row.raw_code, text: row.raw_text };
  if (kind === 'rejected') return { kind, ref, reason: row.reason ?? 'unknown', raw };
  if (kind === 'delayed') return { kind, ref, raw };
  if (kind === 'details_required') return { kind, ref, required: requiredLater, raw };
  return kind === 'cancelled' ? { kind, ref } : { kind, ref, iccid };
}

function notCreated(
  reason: Extract<CarrierPortIn, { kind: 'not_created' }>['reason'],
  code: string,
  text: string,
): CarrierPortIn {
  return { kind: 'not_created', reason, raw: { code, text } };
}

/** Account numbers and PINs are compared, never stored. */
const macOf = (world: World, value = '') => world.secrets.mac(value, 'sandbox carrier port-ins');

const differs = (world: World, value: string | undefined, first: string) =>
  value !== undefined && macOf(world, value) !== first;

const namesHolder = ({ zipCode, firstName, lastName, address }: OldAccount) =>
  [zipCode, firstName, lastName, address].some((one) => one !== undefined);

const fingerprintOf = ({ msisdn, zipCode, sim }: PortInRequest) =>
  [msisdn, zipCode, sim?.simType, sim?.iccid].join('|');
