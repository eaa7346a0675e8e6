import type { SimType } from '@portside/contract/lines';
import type { OrderedPortIn } from '@portside/contract/port-in';
import { isCarrierSim } from '@portside/contract/sim';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { mergeDetails, openDetails, requiredOf, sealDetails } from './details.ts';
import { lockOwn } from './owners.ts';
import { isAtHome, isOver, isUnderWay } from './progress.ts';
import * as store from './store.ts';
import { submitLater, withSimOfLine } from './submitting.ts';
import { turnPortIn } from './turning.ts';

/** How a number that an order brings along stands at the moment it is paid. */
export interface BroughtNumber {
  portInId: string;
  msisdn: string;
  isHere: boolean;
}

/** May it still become the number of a new line? */
const isFree = (row: store.PortInRow) =>
  row.line_id === null && (!isOver(row.status) || row.status === 'completed');

/**
 * Keeps what an order says of the number it brings, before anything is paid. Nothing is submitted.
 * @returns the port-in's id @throws No `not_found` for somebody else's draft
 */
export function keepForOrder(
  app: App,
  who: Customer,
  ordered: OrderedPortIn,
): Promise<string | Refused<'port_in_ended' | 'other_number'>> {
  return app.db.transaction(async (tx) => {
    const row = await lockOwn(tx, who, ordered.tempSubscriptionId);
    if (!row) throw notFound();
    if (row.msisdn !== ordered.msisdn) return refused('other_number');
    if (!isFree(row)) return refused('port_in_ended');
    if (isAtHome(row.status)) {
      const details = mergeDetails(openDetails(app, row), ordered);
      await store.setPortIn(tx, row.id, {
        zip_code: ordered.zipCode,
        sealed_details: sealDetails(app, row.id, details),
        updated_at: app.clock.now(),
        ...(ordered.oldService?.carrier && { old_carrier: ordered.oldService.carrier }),
      });
    }
    return row.id;
  });
}

/** The number of a paid order; undefined if it cannot come any more: the line gets another one. */
export async function viewForLine(
  tx: Tx,
  tenant: number,
  portInId: string,
): Promise<BroughtNumber | undefined> {
  const row = await store.lockPortIn(tx, portInId);
  if (row?.tenant_id !== tenant || !isFree(row)) return undefined;
  return { portInId, msisdn: row.msisdn, isHere: row.status === 'completed' };
}

/** Ties a number to the line of a paid order, and sends it off if nothing is missing. */
export async function bringToLine(
  app: App,
  tx: Tx,
  portInId: string,
  line: { id: string; simType: SimType; iccid: string; imei: string },
): Promise<void> {
  const row = await store.lockPortIn(tx, portInId);
  if (!row) return;
  const tie = {
    line_id: line.id,
    ...(row.attempt === 0 && { sim_type: line.simType, iccid: line.iccid, imei: line.imei }),
  };
  await store.setPortIn(tx, portInId, tie);
  const tied = { ...row, ...tie };
  if (isOver(tied.status) || isUnderWay(tied.status) || tied.status === 'action_needed') return;
  await sendOff(app, tx, tied);
}

/** Sends it off, or tells what is missing. */
async function sendOff(app: App, tx: Tx, row: store.PortInRow): Promise<void> {
  const known = openDetails(app, row);
  const details =
    isCarrierSim(row.iccid) && !known.accountNumber ? { ...known, direct: true as const } : known;
  if (requiredOf(row, details).length > 0) {
    await turnPortIn(app, tx, row, 'details_missing');
    return;
  }
  const others = await store.portInsOfNumber(tx, row.tenant_id, row.msisdn);
  if (others.some((one) => one.id !== row.id && isUnderWay(one.status))) {
    await turnPortIn(app, tx, row, 'refused', { reason: 'pending_elsewhere' });
    return;
  }
  await submitLater(app, tx, row, details);
}

/** The SIM card that a number waited for is here. */
export async function goOnWithSim(app: App, portInId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await store.lockPortIn(tx, portInId);
    if (row?.status !== 'details_needed') return;
    const withSim = await withSimOfLine(tx, row);
    const details = openDetails(app, withSim);
    if (requiredOf(withSim, details).length === 0) await submitLater(app, tx, withSim, details);
  });
}
