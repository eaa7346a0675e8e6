import type { Activation } from '../adapters/carrier/carrier-activations.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { queuePart } from '../emails/queue-part.ts';
import type { Noticed } from './carrier-notices.ts';
import { lineActiveEmail } from './emails.ts';
import { publishLine } from './line-news.ts';
import { claimNumber } from './number-clashes.ts';
import { isTakenBack } from './period-store.ts';
import { beginFirstPeriods } from './periods.ts';
import { serviceAddress } from './service-address.ts';
import { carrierCustomer, subscriberOf } from './subscriber.ts';
import * as store from './store.ts';
import { readersOf } from './told.ts';
import { viewPerson } from '../account/person.ts';
import { ownerOfRow } from '../http/who.ts';
import { carrierPlanOf } from '../plans/carrier-plan.ts';

export const activateLine = defineJob<{ lineId: string }>('activate-line', { atOnce: 8 });
export const checkActivation = defineJob<Noticed>('check-activation', { atOnce: 8 });
/** Refused for good: the seller refunds. */
export const lineRefused = defineJob<{ tenant: number; orderId: string }>('line-refused');

const LOOK_AGAIN_SECONDS = 5;
const SURE_AFTER = minutes(15);

/** The line's id is the key of both calls, so repeating gets the same number and activation. */
export async function bringToCarrier(app: App, lineId: string): Promise<void> {
  const line = await store.anyLine(app.db.query, lineId);
  if (!line || !isNew(line)) return;
  const person = await viewPerson(app.db.query, ownerOfRow(line));
  const address = serviceAddress(line, person);
  const { carrier } = app.adapters.of(line.tenant_id);
  const msisdn = line.mdn || (await reserved(app, line));
  const planId = await carrierPlanOf(app.db.query, line.tenant_id, line.plan_id);
  const begun = await beginAsking(app, lineId);
  if (!begun) return;
  const asked = carrier.activate({
    key: lineId,
    customer: carrierCustomer(person),
    ...(msisdn && { msisdn }),
    zipCode: line.zip_code,
    simType: line.sim_type,
    planId,
    subscriber: subscriberOf(line, person),
    ...(address && { address }),
    ...(line.iccid && { iccid: line.iccid }),
    ...(line.imei && { imei: line.imei }),
  });
  const activation = await asked.catch(async (error: unknown) => {
    const wasNotTaken = error instanceof OutsideFailure && error.outcome === 'not_done';
    if (wasNotTaken) await setAsked(app, lineId, begun.askedBefore);
    throw error;
  });
  await record(app, line, activation);
}

const setAsked = (app: App, lineId: string, at: Date | null) =>
  app.db.transaction((tx) => store.setLine(tx, lineId, { carrier_asked_at: at }));

/**
 * From now on it may be there, so that only the carrier can say what becomes of it. @returns
 * undefined when it was refunded or ended meanwhile
 */
function beginAsking(app: App, lineId: string): Promise<{ askedBefore: Date | null } | undefined> {
  return app.db.transaction(async (tx) => {
    const line = await store.lockAnyLine(tx, lineId);
    if (!line || !isNew(line) || (await isTakenBack(tx, lineId))) return undefined;
    await store.setLine(tx, lineId, { carrier_asked_at: app.clock.now() });
    return { askedBefore: line.carrier_asked_at };
  });
}

/** Nobody asks for a line that was refunded: unknown to the carrier for so long, it is not there. */
function endRefunded(app: App, lineId: string): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const line = await store.lockAnyLine(tx, lineId);
    if (!line || !isNew(line) || !(await isTakenBack(tx, lineId))) return false;
    const sureBefore = later(app.clock.now(), -SURE_AFTER);
    if (line.carrier_asked_at && line.carrier_asked_at > sureBefore) return true;
    await endUnbegun(app, tx, line);
    return true;
  });
}

/** It never was at the carrier. */
export async function endUnbegun(app: App, tx: Tx, line: store.LineRow): Promise<void> {
  await store.setLine(tx, line.id, { status: 'ended' });
  await publishLine(app, tx, line, 'ended');
}

/** Undefined where the carrier assigns the number itself. */
async function reserved(app: App, line: store.LineRow): Promise<string | undefined> {
  const { carrier } = app.adapters.of(line.tenant_id);
  if (!carrier.can.has('reserveNumber')) return undefined;
  const { kept_number: kept, zip_code: zipCode } = line;
  const asked = { key: line.order_id ?? line.id, zipCode, ...(kept && { kept }) };
  return (await carrier.reserveNumber(asked)).msisdn;
}

/** Carriers forget keys, so it first asks whether the line is known. */
export async function finishLine(app: App, lineId: string): Promise<void> {
  const line = await store.anyLine(app.db.query, lineId);
  if (!line) return;
  const { tenant_id: tenant, activation_ref: ref } = line;
  if (ref) return void (await lookAtActivation(app, { tenant, ref }));
  const known = isNew(line) ? await findAtCarrier(app, line) : undefined;
  if (known) await record(app, line, known);
  else if (!(await endRefunded(app, lineId))) await bringToCarrier(app, lineId);
}

async function findAtCarrier(app: App, line: store.LineRow): Promise<Activation | undefined> {
  const customer = carrierCustomer(await viewPerson(app.db.query, ownerOfRow(line)));
  return app.adapters.of(line.tenant_id).carrier.findActivation({ key: line.id, customer });
}

/** One whose SIM card is in the mail is not asked for yet. */
const isNew = ({ status, port_in_id: portIn, waits_for_card: waits }: store.LineRow) =>
  status === 'pending' && !portIn && !waits;

export async function lookAtActivation(app: App, { ref, tenant }: Noticed): Promise<boolean> {
  const tenants = app.adapters.sharing('carrier', tenant);
  const line = await store.lineOfActivation(app.db.query, tenants, ref);
  if (line?.status !== 'activating') return false;
  const activation = await app.adapters.of(line.tenant_id).carrier.viewActivation(ref);
  await record(app, line, activation);
  return isUnderWay(activation, line);
}

/** Only the job reschedules itself, so that others who look start no second series. */
export async function lookAndReschedule(app: App, about: Noticed): Promise<void> {
  if (await lookAtActivation(app, about)) {
    await app.db.transaction((tx) => lookLater(app, tx, about));
  }
}

const lookLater = (app: App, tx: Tx, about: Noticed) =>
  app.jobs.enqueue(tx, checkActivation, about, { after: LOOK_AGAIN_SECONDS });

/** Without a number and a SIM a line does not work, whatever the carrier says. */
const isUnderWay = (activation: Activation, line: store.LineRow) =>
  activation.kind === 'pending' ||
  ('iccid' in activation &&
    ((activation.iccid || line.iccid) === '' || (activation.msisdn || line.mdn) === ''));

/** State, email and consequences in one transaction. */
async function record(app: App, line: store.LineRow, activation: Activation): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (activation.kind === 'refused' || activation.kind === 'ended') {
      const moved = await store.moveLine(tx, line.id, ['pending', 'activating'], {
        status: 'ended',
        activation_ref: activation.ref,
      });
      if (moved) await publishLine(app, tx, line, 'ended');
      if (moved && line.order_id) {
        await app.jobs.enqueue(tx, lineRefused, { tenant: line.tenant_id, orderId: line.order_id });
      }
      return;
    }
    const iccid = activation.iccid || line.iccid;
    const told = activation.msisdn || line.mdn;
    const isFree = told === line.mdn || (await claimNumber(app, tx, line, told));
    const mdn = isFree ? told : line.mdn;
    const known = { mdn, iccid, activation_ref: activation.ref };
    if (!isFree || isUnderWay(activation, line)) {
      await store.moveLine(tx, line.id, ['pending', 'activating'], {
        ...known,
        status: 'activating',
      });
      if (line.status === 'pending') {
        await publishLine(app, tx, line, 'activating');
        await lookLater(app, tx, { tenant: line.tenant_id, ref: activation.ref });
      }
      return;
    }
    const moved = await store.moveLine(tx, line.id, ['pending', 'activating'], {
      ...known,
      ...(await beginFirstPeriods(tx, line.id, app.clock.now())),
    });
    if (!moved) return;
    await publishLine(app, tx, line, 'active');
    const brand = app.brands.byTenant(line.tenant_id);
    const event = await app.purchaseEvent(tx, line.order_id ?? line.id);
    // Of several lines the number alone doesn't say which one it is.
    const plan = event.isLast ? undefined : line.plan_name;
    for (const reader of await readersOf(tx, line, 'use')) {
      const email = lineActiveEmail(brand, reader, { ...line, mdn }, plan);
      await queuePart(app, tx, brand, reader.email, email, event);
    }
  });
}
