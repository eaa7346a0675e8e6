import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import * as store from './store.ts';

type CannotUse = Refused<'sim_in_use' | 'device_locked' | 'device_blocked'>;

/**
 * Before anything is paid or sent. @returns the ICCID of the carrier's card; empty: a new SIM is
 * needed @throws OutsideFailure
 */
export async function checkSimAndPhone(
  app: App,
  tenant: number,
  { iccid, imei }: { iccid?: string | undefined; imei?: string | undefined },
  lineId?: string | null,
): Promise<{ iccid: string } | CannotUse> {
  const { carrier } = app.adapters.of(tenant);
  const card = iccid ? await carrier.checkSim(iccid) : undefined;
  if (card?.inUse) return refused('sim_in_use');
  if (iccid && (await isTaken(app.db.query, tenant, iccid, lineId))) return refused('sim_in_use');
  const isChecked = imei && carrier.can.has('checkDevice');
  const device = isChecked ? await carrier.checkDevice(imei) : undefined;
  if (device?.blocked) return refused('device_blocked');
  if (device?.locked) return refused('device_locked');
  return { iccid: card?.ours && iccid ? iccid : '' };
}

export async function isTaken(
  db: Query,
  tenant: number,
  iccid: string,
  lineId?: string | null,
): Promise<boolean> {
  const holder = await store.livingLineOfSim(db, tenant, iccid);
  return holder !== undefined && holder.id !== lineId;
}

/** Locks the SIM: every writer of an ICCID asks here first. */
export async function claimSim(
  tx: Tx,
  tenant: number,
  iccid: string,
  lineId?: string | null,
): Promise<boolean> {
  await store.lockSim(tx, tenant, iccid);
  return !(await isTaken(tx, tenant, iccid, lineId));
}

/** False when another line has it. */
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
