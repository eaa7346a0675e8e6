import type { PortInStatus } from '@portside/contract/lines';
import { portInReasons, type PortInField } from '@portside/contract/port-in-reasons';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { mayBeCanceled } from './cancelling.ts';
import { isCancelAsked, isStuck } from './progress.ts';
import { standingOf } from './standing.ts';
import * as store from './store.ts';

/** A port-in as staff see it. */
export interface QueuedPortIn {
  readonly id: string;
  readonly customerId: string;
  readonly msisdn: string;
  readonly lineId: string | null;
  readonly status: PortInStatus;
  readonly reason: store.PortInRow['reason'];
  readonly since: Date;
  readonly attempts: number;
  readonly oldCarrier: string;
  /** The other carrier's newest words, as they came. */
  readonly answer: { readonly code: string; readonly text: string; readonly at: Date } | undefined;
  /** What the customer still owes. */
  readonly required: readonly PortInField[];
  readonly waitsForPlan: boolean;
  readonly waitsForPayment: boolean;
  /** Our retries ended. */
  readonly stuck: boolean;
  readonly cancelAsked: boolean;
  readonly canFix: boolean;
  readonly canCancel: boolean;
}

/** A page of a queue that nobody can work through in a day. */
const SHOWN = 300;

export async function queuedPortIns(
  app: App,
  db: Query,
  tenant: number,
  statuses: readonly PortInStatus[],
): Promise<QueuedPortIn[]> {
  return queuedOfRows(app, db, await store.portInsOfTenant(db, tenant, statuses, SHOWN));
}

/** One customer's, for staff who have verified them. */
export async function queuedPortInsOf(app: App, db: Query, owner: Owner): Promise<QueuedPortIn[]> {
  return queuedOfRows(app, db, await store.portInsOf(db, owner));
}

async function queuedOfRows(
  app: App,
  db: Query,
  rows: readonly store.PortInRow[],
): Promise<QueuedPortIn[]> {
  const answers = await store.newestAnswers(
    db,
    rows.map((row) => row.id),
  );
  const answerOf = new Map(answers.map((one) => [one.port_in_id, one]));
  return rows.map((row) => queuedOf(app, row, answerOf.get(row.id)));
}

function queuedOf(app: App, row: store.PortInRow, said: store.Answer | undefined): QueuedPortIn {
  const { required, waitsForPlan, waitsForPayment } = standingOf(app, row);
  const cancelAsked = isCancelAsked(row);
  const stuck = isStuck(row) && !cancelAsked;
  const isFixable = row.reason !== null && portInReasons[row.reason].canFix;
  return {
    id: row.id,
    customerId: row.customer_id ?? '',
    msisdn: row.msisdn,
    lineId: row.line_id,
    status: row.status,
    reason: row.reason,
    since: row.updated_at,
    attempts: row.attempt,
    oldCarrier: row.donor ?? row.old_carrier ?? '',
    answer: said && { code: said.raw_code, text: said.raw_text, at: said.at },
    required,
    waitsForPlan,
    waitsForPayment,
    stuck,
    cancelAsked,
    canFix: !cancelAsked && (stuck || (row.status === 'action_needed' && isFixable)),
    canCancel: mayBeCanceled(app, row) && !cancelAsked,
  };
}
