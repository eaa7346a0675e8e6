import type { OutputOf } from '@portside/contract/endpoint';
import type { cancelPortIn as cancelPortInCall, PortIn } from '@portside/contract/port-in';
import { portInReasons } from '@portside/contract/port-in-reasons';
import type { App } from '../app.ts';
import { No, notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { say } from '../words/say.ts';
import { openDetails, requiredOf } from './details.ts';
import { lockOwn, mayUse } from './owners.ts';
import { isAtHome, mayCancel } from './progress.ts';
import * as store from './store.ts';
import { record, settlePortIn } from './submitting.ts';
import { turnPortIn } from './turning.ts';
import { sentenceOf } from './wording.ts';

export { bringNumber, resubmitPortIn, updatePortIn } from './bringing.ts';
export { checkPortIn } from './checking.ts';
export { bringToLine, keepForOrder, viewForLine } from './ordering.ts';
export { recordRejected, waitingPortIns } from './operating.ts';

/** Whose they are, and in which language they are told of. */
type Reader = Pick<Customer, 'tenant' | 'customerId' | 'language'>;

/** The customer's port-ins, newest first. */
export async function listPortIns(app: App, who: Reader): Promise<PortIn[]> {
  const rows = await store.portInsOf(app.db.query, who.tenant, who.customerId);
  const steps = await store.stepsOf(
    app.db.query,
    rows.map((row) => row.id),
  );
  return rows.map((row) => portInOf(app, who, row, steps));
}

/** @throws No `not_found`, for another customer's port-in too */
export async function viewPortIn(app: App, who: Customer, id: string): Promise<PortIn> {
  const row = await store.portInById(app.db.query, id);
  if (!row || row.customer_id === null || !mayUse(row, who)) throw notFound();
  return portInOf(app, who, row, await store.stepsOf(app.db.query, [id]));
}

/**
 * Calls a port-in off while the old carrier has not let the number go; the carrier has the last
 * word. @throws No `not_found` @throws OutsideFailure nothing is known, ask again
 */
export async function cancelPortIn(
  app: App,
  who: Customer,
  id: string,
): Promise<OutputOf<typeof cancelPortInCall> | Refused<'too_late'>> {
  const atHome = await app.db.transaction(async (tx) => {
    const row = await lockOwn(tx, who, id);
    if (!row) throw notFound();
    if (!isAtHome(row.status)) return row;
    return (await turnPortIn(app, tx, row, 'cancelled')) ?? row;
  });
  const row = mayCancel(atHome.status) ? await cancelAtCarrier(app, atHome) : atHome;
  if (row.status !== 'cancelled') return refused('too_late');
  return { status: row.status, message: say(who.language, 'Your number stays where it is.') };
}

async function cancelAtCarrier(app: App, asked: store.PortInRow): Promise<store.PortInRow> {
  // Whether the carrier has it at all is known once it has answered.
  if (!asked.carrier_ref) await settlePortIn(app, asked.id);
  const row = await rowOf(app, asked.id);
  if (!mayCancel(row.status)) return row;
  // Another call is submitting it at this moment.
  if (!row.carrier_ref) throw new No('conflict');
  await record(app, row, await app.adapters.carrier.cancelPortIn(row.carrier_ref));
  // If it turned meanwhile that answer was dropped: the carrier tells again.
  await settlePortIn(app, asked.id);
  return rowOf(app, asked.id);
}

async function rowOf(app: App, id: string): Promise<store.PortInRow> {
  const row = await store.portInById(app.db.query, id);
  if (!row) throw notFound();
  return row;
}

function portInOf(
  app: App,
  who: Reader,
  row: store.PortInRow,
  steps: readonly store.StepRow[],
): PortIn {
  const details = openDetails(app, row);
  const required = requiredOf(row, details);
  const waitsForPlan = row.status === 'completed' && row.line_id === null;
  const { id, msisdn, status, reason } = row;
  return {
    id,
    msisdn,
    zipCode: row.zip_code,
    status,
    message: say(who.language, sentenceOf({ status, reason, required, waitsForPlan })),
    required,
    reason,
    canFix: status === 'action_needed' && reason !== null && portInReasons[reason].canFix,
    canCancel: mayCancel(status),
    given: {
      billingAccount: details.accountNumber !== undefined,
      pinPassword: details.pin !== undefined,
      zipCode: details.zipCode !== undefined,
      names: details.firstName !== undefined || details.lastName !== undefined,
      address: details.address !== undefined,
    },
    oldCarrier: row.old_carrier,
    lineId: row.line_id,
    waitsForPlan,
    waitsForPayment: false,
    attempts: row.attempt,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    history: steps
      .filter((step) => step.port_in_id === id)
      .map((step) => ({ status: step.status, at: step.at.toISOString(), reason: step.reason })),
  };
}
