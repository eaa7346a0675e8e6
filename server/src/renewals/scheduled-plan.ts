import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { retellCharge, type Shown } from './autopay-plan.ts';
import * as store from './next-plan-store.ts';

export interface ScheduledPlan {
  id: string;
  retailName: string;
  flag: number;
  cents: number;
}

/** The plan that a line gets with its next payment (K09). */
export async function scheduledPlan(db: Query, lineId: string): Promise<ScheduledPlan | undefined> {
  const row = await store.scheduledPlan(db, lineId);
  return (
    row && {
      id: row.plan_id,
      retailName: row.plan_name,
      flag: row.plan_flag,
      cents: row.plan_cents,
    }
  );
}

/** The names of plans that are noted for the next payments of lines, by line. */
export async function scheduledNames(
  db: Query,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.scheduledPlansOf(db, lineIds);
  return new Map(rows.map((row) => [row.line_id, row.plan_name]));
}

/**
 * Notes it in place of another one. The caller holds the line. @param shown what autopay
 * charges then
 */
export async function schedulePlan(
  app: App,
  tx: Tx,
  line: { id: string; tenant: number },
  plan: ScheduledPlan,
  shown: Shown,
): Promise<void> {
  const now = app.clock.now();
  await store.endScheduled(tx, line.id, 'customer', now);
  await store.insertScheduled(tx, {
    id: app.random.id('nxp'),
    tenant_id: line.tenant,
    line_id: line.id,
    plan_id: plan.id,
    plan_name: plan.retailName,
    plan_flag: plan.flag,
    plan_cents: plan.cents,
    noted_at: now,
    ended_at: null,
    ended_by: null,
  });
  await retellCharge(app, tx, line.id, shown);
}

/** @returns false when there was none */
export async function unschedulePlan(
  app: App,
  tx: Tx,
  lineId: string,
  shown: Shown,
): Promise<boolean> {
  const ended = await store.endScheduled(tx, lineId, 'customer', app.clock.now());
  if (ended) await retellCharge(app, tx, lineId, shown);
  return ended;
}

/** An order has carried it out, or replaced it. */
export async function endScheduledFor(
  app: App,
  tx: Tx,
  lineId: string,
  orderId: string,
): Promise<void> {
  await store.endScheduled(tx, lineId, orderId, app.clock.now());
}

/** The order is taken back. */
export const resumeScheduledFor = store.resumeScheduled;
