import type { Line } from '@portside/contract/lines';
import type { PortIn } from '@portside/contract/port-in';
import { isCardAlone, portInReasons } from '@portside/contract/port-in-reasons';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { notFound } from '../http/no.ts';
import type { Customer, Owner } from '../http/who.ts';
import { numbersOf } from '../lines/lines.ts';
import { say } from '../words/say.ts';
import { delayOf } from './delay.ts';
import { historyOf } from './history.ts';
import { mayBeCanceled } from './cancelling.ts';
import { isCancelAsked, isStuck } from './progress.ts';
import { standingOf } from './standing.ts';
import * as store from './store.ts';
import { hasLeft as hasLeftSentence } from './wording.ts';

export async function listPortIns(app: App, who: Customer): Promise<{ portIns: PortIn[] }> {
  return { portIns: await portInsOf(app, who, who.language) };
}

export async function portInsOf(app: App, owner: Owner, language: string): Promise<PortIn[]> {
  const rows = await store.portInsOf(app.db.query, owner);
  const steps = await store.stepsOf(
    app.db.query,
    rows.map((row) => row.id),
  );
  const left = await leftOf(app.db.query, owner, rows);
  return rows.map((row) => portInOf(app, language, row, { steps, hasLeft: left.has(row) }));
}

/** @throws No `not_found`, also for another customer's */
export async function viewPortIn(app: App, who: Customer, { id }: { id: string }): Promise<PortIn> {
  const row = await store.portInOf(app.db.query, who, id);
  if (!row) throw notFound();
  const steps = await store.stepsOf(app.db.query, [id]);
  const left = await leftOf(app.db.query, who, [row]);
  return portInOf(app, who.language, row, { steps, hasLeft: left.has(row) });
}

/** Those that came to a line, and that no line of the customer's has any more. */
async function leftOf(
  db: Query,
  owner: Owner,
  rows: readonly store.PortInRow[],
): Promise<ReadonlySet<store.PortInRow>> {
  const came = rows.filter(({ status, line_id }) => status === 'completed' && line_id !== null);
  if (came.length === 0) return new Set();
  const numbers = await numbersOf(db, owner);
  return new Set(came.filter(({ msisdn }) => !numbers.has(msisdn)));
}

/** Nothing of it but the SIM card that its line waits for. */
export async function wantsCardAlone(app: App, owner: Owner, line: Line): Promise<boolean> {
  if (!line.portIn || line.shipping?.replacesSim !== false) return false;
  const row = await store.portInOf(app.db.query, owner, line.portIn.id);
  return row !== undefined && isCardAlone(standingOf(app, row).required);
}

function portInOf(
  app: App,
  language: string,
  row: store.PortInRow,
  { steps, hasLeft }: { steps: readonly store.StepRow[]; hasLeft: boolean },
): PortIn {
  const { details, required, sentence, waitsForPlan, waitsForPayment } = standingOf(app, row);
  const cancelAsked = isCancelAsked(row);
  const { id, msisdn, status, reason } = row;
  const own = steps.filter((step) => step.port_in_id === id);
  const delay = delayOf(row, own, app.clock.now());
  return {
    id,
    msisdn,
    zipCode: row.zip_code,
    status,
    message: say(language, hasLeft ? hasLeftSentence : sentence),
    required,
    reason,
    canFix:
      status === 'action_needed' && !cancelAsked && reason !== null && portInReasons[reason].canFix,
    canCancel: mayBeCanceled(app, row) && !cancelAsked,
    cancelAsked,
    stuck: isStuck(row) && !cancelAsked,
    ...(delay && { delay: { until: delay.until.toISOString(), isOver: delay.isOver } }),
    given: {
      billingAccount: details.accountNumber !== undefined,
      pinPassword: details.pin !== undefined,
      zipCode: details.zipCode !== undefined,
      names: details.firstName !== undefined || details.lastName !== undefined,
      address: details.address !== undefined,
    },
    oldCarrier: row.old_carrier,
    simType: row.sim_type,
    ...(row.donor !== null && { donor: row.donor }),
    lineId: row.line_id,
    ...(hasLeft && { hasLeft }),
    waitsForPlan,
    waitsForPayment,
    attempts: row.attempt,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    history: historyOf(own),
  };
}
