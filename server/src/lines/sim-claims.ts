import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import * as store from './store.ts';

/** Why a SIM card or a phone cannot be used. */
type CannotUse = Refused<'sim_in_use' | 'device_locked' | 'device_blocked'>;

/**
 * Looks at the SIM card and the phone for a line, before anything is paid or sent.
 * @param lineId the line that they are for, if there is one already
 * @returns the ICCID if the card is one of the carrier's; empty: the line needs a new one
 * @throws OutsideFailure the carrier did not answer
 */
export async function checkSimAndPhone(
  app: App,
  tenant: number,
  { iccid, imei }: { iccid?: string | undefined; imei?: string | undefined },
  lineId?: string | null,
): Promise<{ iccid: string } | CannotUse> {
  const { carrier } = app.adapters;
  const card = iccid ? await carrier.checkSim(iccid) : undefined;
  if (card?.inUse) return refused('sim_in_use');
  if (iccid && (await isTaken(app.db.query, tenant, iccid, lineId))) return refused('sim_in_use');
  const device = imei ? await carrier.checkDevice(imei) : undefined;
  if (device?.blocked) return refused('device_blocked');
  if (device?.locked) return refused('device_locked');
  return { iccid: card?.ours && iccid ? iccid : '' };
}

/** Is this SIM on a line of the tenant that has not ended, other than this one? */
export async function isTaken(
  db: Query,
  tenant: number,
  iccid: string,
  lineId?: string | null,
): Promise<boolean> {
  const holder = await store.livingLineOfSim(db, tenant, iccid);
  return holder !== undefined && holder.id !== lineId;
}

/**
 * May a line have this SIM? Until the transaction ends nobody else is told so: who sets the ICCID
 * of a line asks here first, and a second one hears it before the table has to say no.
 */
export async function claimSim(
  tx: Tx,
  tenant: number,
  iccid: string,
  lineId?: string | null,
): Promise<boolean> {
  await store.lockSim(tx, tenant, iccid);
  return !(await isTaken(tx, tenant, iccid, lineId));
}

/** Gives a line the SIM card that its owner has; false when another line has it. */
export async function giveSim(
  tx: Tx,
  tenant: number,
  lineId: string,
  iccid: string,
): Promise<boolean> {
  if (!(await claimSim(tx, tenant, iccid, lineId))) return false;
  await store.setLine(tx, lineId, { iccid });
  return true;
}
