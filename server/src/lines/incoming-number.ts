import type { PortInStatus } from '@portside/contract/lines';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { activateLine } from './activation.ts';
import { publishLine } from './line-news.ts';
import * as store from './store.ts';

/** The SIM card of a line that waits for a number is here. */
export const simArrived = defineJob<{ portInId: string }>('sim-arrived');

/** Has the carrier not been told of the SIM of this line? Then another one can take its place. */
export const isUnsent = ({ status, port_in_id: id, port_in_status: portIn }: store.LineRow) =>
  status === 'pending' && id !== null && (portIn === 'draft' || portIn === 'details_needed');

/** The SIM of a line, and nobody gives it another one until the transaction ends. */
export async function lockSimOf(tx: Tx, lineId: string): Promise<string> {
  return (await store.lockLine(tx, lineId))?.iccid ?? '';
}

/** A number on its way to a line, as far as the line is concerned. */
interface IncomingNumber {
  portInId: string;
  msisdn: string;
  status: PortInStatus;
  /** The SIM that the carrier gave to it; empty while there is none. */
  iccid?: string;
}

/** What a port-in must know of the line it brings a number to. */
interface ReceivingLine {
  id: string;
  status: store.LineRow['status'];
  /** The number it has now; empty for a new line. */
  mdn: string;
  simType: store.LineRow['sim_type'];
  iccid: string;
  imei: string;
}

/** The customer's line, and nobody else changes it until the transaction ends. */
export async function lockReceivingLine(
  tx: Tx,
  who: { tenant: number; customerId: string },
  lineId: string,
): Promise<(ReceivingLine & { portInId: string | null }) | undefined> {
  const row = await store.lockLine(tx, lineId);
  if (row?.tenant_id !== who.tenant || row.customer_id !== who.customerId) return undefined;
  return { ...receivingLine(row), portInId: row.port_in_id };
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

/** Whose line has this number, among the lines that have not ended. */
export async function holderOf(
  db: Query,
  tenant: number,
  mdn: string,
): Promise<string | undefined> {
  return (await store.lineOfNumber(db, tenant, mdn))?.customer_id;
}

/** Shows on the line how its number is getting on. A new line begins when the old carrier lets go. */
export async function noteIncoming(
  app: App,
  tx: Tx,
  lineId: string,
  incoming: IncomingNumber,
): Promise<void> {
  const row = await store.lockLine(tx, lineId);
  if (!row || row.status === 'ended') return;
  const begins = incoming.status === 'awaiting_activation' && row.status === 'pending';
  await store.setLine(tx, lineId, {
    port_in_id: incoming.portInId,
    port_in_status: incoming.status,
    incoming_mdn: incoming.msisdn,
    ...(incoming.iccid && row.iccid === '' && { iccid: incoming.iccid }),
    ...(begins && { status: 'activating' as const }),
  });
  await publishLine(app, tx, row, begins ? 'activating' : row.status);
}

/** The number is here: a new line works with it from now on, another one has it instead of its own. */
export async function receiveNumber(
  app: App,
  tx: Tx,
  lineId: string,
  { msisdn, iccid }: { msisdn: string; iccid: string },
): Promise<void> {
  const row = await store.lockLine(tx, lineId);
  if (!row || row.status === 'ended') return;
  const now = app.clock.now();
  const isNew = row.status === 'pending' || row.status === 'activating';
  await store.setLine(tx, lineId, {
    ...noNumberComing,
    mdn: msisdn,
    ...(iccid && { iccid }),
    ...(isNew && {
      status: 'active' as const,
      activated_at: now,
      paid_until: later(now, PAID_FOR),
    }),
  });
  await publishLine(app, tx, row, isNew ? 'active' : row.status);
}

/** The number does not come. A new line is paid for, so it gets a number of ours instead. */
export async function giveUpIncoming(
  app: App,
  tx: Tx,
  lineId: string,
): Promise<{ newNumber: boolean }> {
  const row = await store.lockLine(tx, lineId);
  if (!row || row.status === 'ended') return { newNumber: false };
  const isNew = row.status === 'pending' || row.status === 'activating';
  await store.setLine(tx, lineId, {
    ...noNumberComing,
    // The SIM that was made for that number stays with it.
    ...(isNew && { status: 'pending' as const, ...(row.sim_type === 'esim' && { iccid: '' }) }),
  });
  if (isNew) await app.jobs.enqueue(tx, activateLine, { lineId });
  await publishLine(app, tx, row, isNew ? 'pending' : row.status);
  return { newNumber: isNew };
}

const PAID_FOR = days(30);
const noNumberComing = { port_in_id: null, port_in_status: null, incoming_mdn: '' } as const;
