import type { CarrierPortIn } from '../adapters/carrier/carrier-port-ins.ts';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { oldAccountOf, openDetails, sealDetails, type Details } from './details.ts';
import { isCancelAsked, isOver, isStuck, unfinished } from './progress.ts';
import * as store from './store.ts';
import { settlePortIn, submitLater } from './submitting.ts';

export interface WaitingPortIn {
  id: string;
  tenant: number;
  msisdn: string;
  status: store.PortInRow['status'];
  reason: store.PortInRow['reason'];
  attempts: number;
  since: Date;
  stuckSince: Date | null;
  cancelAskedAt: Date | null;
}

export async function waitingPortIns(app: App, db: Query): Promise<WaitingPortIn[]> {
  const rows = await store.portInsSince(
    db,
    unfinished.filter((status) => status !== 'draft' && status !== 'awaiting_plan'),
    app.clock.now(),
  );
  return rows.map((row) => ({
    id: row.id,
    tenant: row.tenant_id,
    msisdn: row.msisdn,
    status: row.status,
    reason: row.reason,
    attempts: row.attempt,
    since: row.updated_at,
    stuckSince: isStuck(row) ? row.given_up_at : null,
    cancelAskedAt: row.cancel_asked_at,
  }));
}

/** Retries for another day; false when none is stuck. */
export function retryStuck(app: App, id: string): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const row = await store.lockAnyPortIn(tx, id);
    if (!row || !isStuck(row) || isCancelAsked(row)) return false;
    return (await submitLater(app, tx, row, openDetails(app, row))) !== undefined;
  });
}

/** The carrier is asked how it stands. @returns false when it is over @throws OutsideFailure */
export async function askAboutPortIn(app: App, id: string): Promise<boolean> {
  const row = await store.anyPortIn(app.db.query, id);
  if (!row || isOver(row.status)) return false;
  await settlePortIn(app, id);
  return true;
}

export async function recordRejected(
  app: App,
  tx: Tx,
  portIn: {
    id: string;
    owner: Owner;
    msisdn: string;
    zipCode: string;
    details: Details;
    oldCarrier: string;
    lineId: string;
    submittedAt: Date;
    answer: Extract<CarrierPortIn, { kind: 'rejected' }>;
    answeredAt: Date;
  },
): Promise<void> {
  const { id, answer, submittedAt, answeredAt } = portIn;
  await store.insertPortIn(tx, {
    id,
    tenant_id: portIn.owner.tenant,
    customer_id: portIn.owner.customerId,
    browser_id: null,
    msisdn: portIn.msisdn,
    zip_code: portIn.zipCode,
    status: 'action_needed',
    reason: answer.reason,
    version: 2,
    attempt: 1,
    carrier_ref: answer.ref,
    asking_until: null,
    sealed_details: sealDetails(app, id, {
      ...portIn.details,
      sent: oldAccountOf(portIn.details),
    }),
    old_carrier: portIn.oldCarrier,
    sim_type: 'esim',
    iccid: '',
    imei: '',
    line_id: portIn.lineId,
    order_id: null,
    created_at: submittedAt,
    updated_at: answeredAt,
  });
  const step = { port_in_id: id, raw_code: '', raw_text: '', reason: null };
  await store.insertStep(tx, { ...step, status: 'draft', attempt: 0, at: submittedAt });
  await store.insertStep(tx, { ...step, status: 'submitted', attempt: 1, at: submittedAt });
  await store.insertStep(tx, {
    port_in_id: id,
    attempt: 1,
    status: 'action_needed',
    reason: answer.reason,
    raw_code: answer.raw.code,
    raw_text: answer.raw.text,
    at: answeredAt,
  });
}
