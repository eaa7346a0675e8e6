import type { PortInStatus } from '@portside/contract/lines';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { activateLine } from './activation.ts';
import { publishLine } from './line-news.ts';
import { isTakenBack } from './period-store.ts';
import { beginFirstPeriods } from './periods.ts';
import { claimSim } from './sim-claims.ts';
import * as store from './store.ts';
import { syncCarrierJob } from './network-asks.ts';

export const simArrived = defineJob<{ portInId: string }>('sim-arrived');

/** Not sent to the carrier, so another SIM can replace it. */
export const isUnsent = ({ status, port_in_id: id, port_in_status: portIn }: store.LineRow) =>
  status === 'pending' && id !== null && (portIn === 'draft' || portIn === 'details_needed');

export async function lockSimOf(tx: Tx, owner: Owner, lineId: string): Promise<string> {
  return (await store.lockLineOf(tx, owner, lineId))?.iccid ?? '';
}

interface IncomingNumber {
  portInId: string;
  msisdn: string;
  status: PortInStatus;
  iccid?: string;
}

interface ReceivingLine {
  id: string;
  status: store.LineRow['status'];
  mdn: string;
  simType: store.LineRow['sim_type'];
  iccid: string;
  imei: string;
}

export async function lockReceivingLine(
  tx: Tx,
  owner: Owner,
  lineId: string,
): Promise<(ReceivingLine & { portInId: string | null }) | undefined> {
  const row = await store.lockLineOf(tx, owner, lineId);
  return row && { ...receivingLine(row), portInId: row.port_in_id };
}

function receivingLine(row: store.LineRow): ReceivingLine {
  return {
    id: row.id,
    status: row.status,
    mdn: row.mdn,
    simType: row.sim_type,
    iccid: row.iccid,
    imei: row.imei,
  };
}

export async function holderOf(db: Query, tenant: number, mdn: string): Promise<Owner | undefined> {
  const line = await store.lineOfNumber(db, tenant, mdn);
  return line && ownerOfRow(line);
}

export async function chooseSim(
  app: App,
  tx: Tx,
  owner: Owner,
  lineId: string,
  { simType, iccid, imei }: Pick<ReceivingLine, 'simType' | 'imei'> & { iccid?: string },
): Promise<'chosen' | 'in_use' | 'has_one'> {
  const row = await store.lockLineOf(tx, owner, lineId);
  if (row?.status !== 'pending' && row?.status !== 'activating') {
    return row && row.iccid === iccid ? 'chosen' : 'has_one';
  }
  if (iccid && !(await claimSim(tx, row.tenant_id, iccid, lineId))) return 'in_use';
  const waits = row.waits_for_card && simType === 'physical' && !iccid;
  const values = {
    sim_type: simType,
    imei,
    waits_for_card: waits,
    ...(iccid !== undefined && { iccid }),
  };
  await store.setLine(tx, lineId, values);
  await publishLine(app, tx, row, row.status);
  return 'chosen';
}

/** A new line starts when the old carrier releases the number. */
export async function noteIncoming(
  app: App,
  tx: Tx,
  owner: Owner,
  lineId: string,
  incoming: IncomingNumber,
): Promise<void> {
  const row = await store.lockLineOf(tx, owner, lineId);
  if (!row || row.status === 'ended') return;
  const begins = incoming.status === 'awaiting_activation' && row.status === 'pending';
  const iccid = row.iccid === '' ? await freeSim(tx, row, incoming.iccid) : '';
  await store.setLine(tx, lineId, {
    port_in_id: incoming.portInId,
    port_in_status: incoming.status,
    incoming_mdn: incoming.msisdn,
    ...(iccid && { iccid }),
    ...(begins && { status: 'activating' as const }),
  });
  await publishLine(app, tx, row, begins ? 'activating' : row.status);
}

export type Received = 'works' | 'set_up' | 'no_line';

/**
 * A new line works with the number; another one has its number replaced. Without a SIM from the
 * carrier a new line is activated like any other.
 */
export async function receiveNumber(
  app: App,
  tx: Tx,
  owner: Owner,
  lineId: string,
  { msisdn, iccid: named }: { msisdn: string; iccid: string },
): Promise<Received> {
  const row = await store.lockLineOf(tx, owner, lineId);
  if (!row || row.status === 'ended') return 'no_line';
  const isNew = row.status === 'pending' || row.status === 'activating';
  const iccid = await freeSim(tx, row, named);
  if (isNew && !iccid) {
    await store.setLine(tx, lineId, { ...noNumberComing, mdn: msisdn, status: 'pending' });
    await app.jobs.enqueue(tx, activateLine, { lineId });
    await publishLine(app, tx, row, 'pending');
    return 'set_up';
  }
  await store.setLine(tx, lineId, {
    ...noNumberComing,
    mdn: msisdn,
    ...(iccid && { iccid }),
    ...(isNew && (await beginFirstPeriods(tx, lineId, app.clock.now()))),
    ...(row.status === 'suspended' && { carrier_suspended: false }),
  });
  // The carrier was told of the number before.
  if (row.status === 'suspended') await app.jobs.enqueue(tx, syncCarrierJob, { lineId });
  await publishLine(app, tx, row, isNew ? 'active' : row.status);
  return 'works';
}

/** Empty when another line has it: that must not stop the number. */
async function freeSim(tx: Tx, row: store.LineRow, iccid = ''): Promise<string> {
  return iccid && (await claimSim(tx, row.tenant_id, iccid, row.id)) ? iccid : '';
}

/** A new line that is paid for gets a number of ours; one that was refunded ends. */
export async function giveUpIncoming(
  app: App,
  tx: Tx,
  owner: Owner,
  lineId: string,
): Promise<{ newNumber: boolean }> {
  const row = await store.lockLineOf(tx, owner, lineId);
  if (!row || row.status === 'ended') return { newNumber: false };
  const isNew = row.status === 'pending' || row.status === 'activating';
  if (isNew && (await isTakenBack(tx, lineId))) {
    await store.setLine(tx, lineId, { ...noNumberComing, status: 'ended' });
    await publishLine(app, tx, row, 'ended');
    return { newNumber: false };
  }
  await store.setLine(tx, lineId, {
    ...noNumberComing,
    ...(isNew && { status: 'pending' as const, ...(row.sim_type === 'esim' && { iccid: '' }) }),
  });
  if (isNew) await app.jobs.enqueue(tx, activateLine, { lineId });
  await publishLine(app, tx, row, isNew ? 'pending' : row.status);
  return { newNumber: isNew };
}

const noNumberComing = { port_in_id: null, port_in_status: null, incoming_mdn: '' } as const;
