import type { Activation } from '../adapters/carrier/carrier.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { lineActiveEmail } from './emails.ts';
import { publishLine } from './line-news.ts';
import { beginFirstPeriod } from './periods.ts';
import { serviceAddress } from './service-address.ts';
import { subscriberOf } from './subscriber.ts';
import * as store from './store.ts';
import { viewPerson } from '../account/person.ts';
import { ownerOfRow } from '../http/who.ts';

/** Asks the carrier for the line; repeated until the carrier has said yes or no. */
export const activateLine = defineJob<{ lineId: string }>('activate-line', { atOnce: 8 });
/** Looks how an activation stands; repeated while it is pending. */
export const checkActivation = defineJob<{ ref: string }>('check-activation', { atOnce: 8 });
/** The carrier will not have this line. Whoever sold it gives the money back. */
export const lineRefused = defineJob<{ tenant: number; orderId: string }>('line-refused');

const LOOK_AGAIN_SECONDS = 5;

/**
 * Brings a new line to the carrier. The line's id is the key of both calls, so that running this
 * again after a crash or a lost answer gets the same number and the same activation.
 */
export async function bringToCarrier(app: App, lineId: string): Promise<void> {
  const line = await store.anyLine(app.db.query, lineId);
  if (!line || !isNew(line)) return;
  const person = await viewPerson(app.db.query, ownerOfRow(line));
  const address = await serviceAddress(app.db.query, lineId, person);
  const { carrier } = app.adapters;
  // A number that was brought here before is the line's own already.
  const { msisdn } = line.mdn
    ? { msisdn: line.mdn }
    : await carrier.reserveNumber({ key: line.order_id ?? lineId, zipCode: line.zip_code });
  const activation = await carrier.activate({
    key: lineId,
    msisdn,
    zipCode: line.zip_code,
    simType: line.sim_type,
    planId: line.plan_id,
    subscriber: await subscriberOf(app.db.query, lineId, person),
    ...(address && { address }),
    ...(line.iccid && { iccid: line.iccid }),
    ...(line.imei && { imei: line.imei }),
  });
  await record(app, line, activation);
}

/**
 * A line whose job was given up. Carriers keep a key for some time only, so this one is asked first
 * whether it knows the line.
 */
export async function finishLine(app: App, lineId: string): Promise<void> {
  const line = await store.anyLine(app.db.query, lineId);
  if (!line) return;
  if (line.activation_ref) return void (await lookAtActivation(app, line.activation_ref));
  const known = isNew(line) ? await app.adapters.carrier.findActivation(lineId) : undefined;
  if (known) await record(app, line, known);
  else await bringToCarrier(app, lineId);
}

/** It waits for the carrier's answer, and not for a number of its own. */
const isNew = ({ status, port_in_id: portIn }: store.LineRow) => status === 'pending' && !portIn;

/** Asks the carrier again about a line that is on its way. @returns whether it still is */
export async function lookAtActivation(app: App, ref: string): Promise<boolean> {
  const line = await store.lineOfActivation(app.db.query, ref);
  if (line?.status !== 'activating') return false;
  const activation = await app.adapters.carrier.viewActivation(ref);
  await record(app, line, activation);
  return isUnderWay(activation, line);
}

/** The job, which alone comes back by itself: whoever else looks begins no second row of looks. */
export async function lookAndReschedule(app: App, ref: string): Promise<void> {
  if (await lookAtActivation(app, ref)) await app.db.transaction((tx) => lookLater(app, tx, ref));
}

const lookLater = (app: App, tx: Tx, ref: string) =>
  app.jobs.enqueue(tx, checkActivation, { ref }, { after: LOOK_AGAIN_SECONDS });

/** A line without a SIM does not work yet, whatever the carrier calls it. */
const isUnderWay = (activation: Activation, line: store.LineRow) =>
  activation.kind === 'pending' ||
  (activation.kind === 'active' && activation.iccid === '' && line.iccid === '');

/** State, email and what follows, in one transaction; nothing happens twice. */
async function record(app: App, line: store.LineRow, activation: Activation): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (activation.kind === 'refused') {
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
    const known = { mdn: activation.msisdn, iccid, activation_ref: activation.ref };
    if (isUnderWay(activation, line)) {
      await store.moveLine(tx, line.id, ['pending', 'activating'], {
        ...known,
        status: 'activating',
      });
      if (line.status === 'pending') {
        await publishLine(app, tx, line, 'activating');
        await lookLater(app, tx, activation.ref);
      }
      return;
    }
    const moved = await store.moveLine(tx, line.id, ['pending', 'activating'], {
      ...known,
      ...(await beginFirstPeriod(tx, line.id, app.clock.now())),
    });
    if (!moved) return;
    await publishLine(app, tx, line, 'active');
    const person = await viewPerson(tx, ownerOfRow(line));
    const brand = app.brands.byTenant(line.tenant_id);
    await queueEmail(
      app,
      tx,
      brand,
      person.email,
      lineActiveEmail(app, brand, person, activation.msisdn),
    );
  });
}
