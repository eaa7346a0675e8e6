import type { SimType } from '@portside/contract/lines';
import type { OrderedPortIn } from '@portside/contract/port-in';
import type { PortInReason } from '@portside/contract/port-in-reasons';
import { isCarrierSim } from '@portside/contract/sim';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import { ownerOfRow, type Customer, type Owner } from '../http/who.ts';
import { mergeDetails, openDetails, requiredOf, sealDetails, type Details } from './details.ts';
import { holdOf, holdOfLocked, type Hold } from './holding.ts';
import { lockOwn } from './owners.ts';
import { isAtHome, isCancelAsked, isOver } from './progress.ts';
import * as store from './store.ts';
import { submitLater, withSimOfLine } from './submitting.ts';
import { notifyCustomer, notifyLine, publishPortIn, movePortIn } from './move-port-in.ts';

export interface BroughtNumber {
  portInId: string;
  msisdn: string;
  isHere: boolean;
  /** Our card that the customer has; empty without one. */
  iccid: string;
  gone: boolean;
}

const isFree = (row: store.PortInRow) =>
  row.line_id === null &&
  !isCancelAsked(row) &&
  (!isOver(row.status) || row.status === 'completed');

const numberOf = (row: store.PortInRow) => ({ tenant: row.tenant_id, msisdn: row.msisdn });
const askingOf = (row: store.PortInRow) => ({
  portInId: row.id,
  owner: ownerOfRow(row),
});

/**
 * Saves an order's details of its number before the payment; submits nothing. @throws No
 * `not_found` for another caller's draft
 */
export function saveForOrder(
  app: App,
  who: Customer,
  ordered: OrderedPortIn,
): Promise<string | Refused<'port_in_ended' | 'other_number' | 'number_taken'>> {
  return app.db.transaction(async (tx) => {
    const row = await lockOwn(tx, who, ordered.tempSubscriptionId);
    if (!row) throw notFound();
    if (row.msisdn !== ordered.msisdn) return refused('other_number');
    if (!isFree(row)) return refused('port_in_ended');
    if (await holdOf(tx, numberOf(row), askingOf(row))) return refused('number_taken');
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

/** Reserves the number while the order is being paid. */
export async function attachToOrder(
  app: App,
  tx: Tx,
  owner: Owner,
  orderId: string,
  portInId: string | undefined,
): Promise<void> {
  await leaveOrder(app, tx, owner, orderId);
  const row = portInId && (await store.lockPortInOf(tx, owner, portInId));
  if (!row || !isFree(row)) return;
  await store.setPortIn(tx, row.id, { order_id: orderId });
  await publishPortIn(app, tx, row);
}

export async function leaveOrder(app: App, tx: Tx, owner: Owner, orderId: string): Promise<void> {
  for (const row of await store.leaveOrder(tx, owner, orderId)) await publishPortIn(app, tx, row);
}

/** The line ended before it worked: its number waits for another one. */
export async function leaveLine(app: App, tx: Tx, owner: Owner, lineId: string): Promise<void> {
  for (const row of await store.leaveLine(tx, owner, lineId)) {
    await notifyCustomer(app, tx, row, 'no_line');
  }
}

/** Its order goes back: nothing was sent to the old carrier. To be locked before its line. */
export async function lockUnsent(
  tx: Tx,
  owner: Owner,
  portInId: string,
): Promise<store.PortInRow | undefined> {
  const row = await store.lockPortInOf(tx, owner, portInId);
  return row && isAtHome(row.status) && row.attempt === 0 ? row : undefined;
}

export async function cancelUnsent(app: App, tx: Tx, row: store.PortInRow): Promise<void> {
  await movePortIn(app, tx, row, 'cancelled');
}

export async function viewForLine(
  tx: Tx,
  owner: Owner,
  portInId: string,
): Promise<BroughtNumber | undefined> {
  const row = await store.lockPortInOf(tx, owner, portInId);
  if (!row) return undefined;
  const isHere = row.status === 'completed';
  // One that has not arrived is checked when it is sent.
  const held = isHere && (await holdOfLocked(tx, numberOf(row), askingOf(row))) !== undefined;
  const gone = !isFree(row) || held;
  return { portInId, msisdn: row.msisdn, isHere, iccid: row.iccid, gone };
}

export async function bringToLine(
  app: App,
  tx: Tx,
  owner: Owner,
  portInId: string,
  line: { id: string; simType: SimType; iccid: string; imei: string },
): Promise<void> {
  const row = await store.lockPortInOf(tx, owner, portInId);
  if (!row) return;
  const sent = openDetails(app, row).sim !== undefined;
  const tie = {
    line_id: line.id,
    order_id: null,
    ...(!sent && { sim_type: line.simType, iccid: line.iccid, imei: line.imei }),
  };
  await store.setPortIn(tx, portInId, tie);
  const tied = { ...row, ...tie };
  if (isAtHome(tied.status)) await sendOff(app, tx, tied);
  else if (!isOver(tied.status)) await notifyLine(app, tx, tied, '');
}

async function sendOff(app: App, tx: Tx, row: store.PortInRow): Promise<void> {
  const { direct: _direct, ...known } = openDetails(app, row);
  const details: Details =
    isCarrierSim(row.iccid) && !known.accountNumber ? { ...known, direct: true } : known;
  const saved = { ...row, sealed_details: sealDetails(app, row.id, details) };
  await store.setPortIn(tx, row.id, { sealed_details: saved.sealed_details });
  const hold = await holdOfLocked(tx, numberOf(saved), askingOf(saved));
  if (hold) {
    await movePortIn(app, tx, saved, 'refused', { reason: reasonOf[hold.reason] });
    return;
  }
  if (requiredOf(saved, details).length > 0) {
    await movePortIn(app, tx, saved, 'details_missing');
    return;
  }
  await submitLater(app, tx, saved, details);
}

const reasonOf = {
  already_yours: 'same_network',
  same_network: 'same_network',
  already_started: 'duplicate',
  pending_elsewhere: 'pending_elsewhere',
} as const satisfies Record<Hold['reason'], PortInReason>;

export async function goOnWithSim(app: App, portInId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await store.lockAnyPortIn(tx, portInId);
    if (row?.status !== 'details_needed') return;
    const withSim = await withSimOfLine(tx, row);
    if (requiredOf(withSim, openDetails(app, withSim)).length === 0)
      await sendOff(app, tx, withSim);
  });
}
