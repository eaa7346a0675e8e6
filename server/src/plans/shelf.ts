import type { App } from '../app.ts';
import { later, seconds } from '../clock.ts';
import * as store from './store.ts';

const KEPT = seconds(2);

interface Shelf {
  readonly rows: Promise<store.PlanRow[]>;
  readonly until: Date;
}

const shelves = new WeakMap<App, Map<number, Shelf>>();

/**
 * The plans on sale, as they were at most two seconds ago: every page and every price list asks, and
 * they change a few times a year. What is bought is read from the database itself (`findPlan`).
 */
export function plansOnShelf(app: App, tenant: number): Promise<store.PlanRow[]> {
  const ours = shelfOf(app);
  const kept = ours.get(tenant);
  const now = app.clock.now();
  if (kept && now < kept.until) return kept.rows;
  const rows = store.plansOnSale(app.db.query, tenant);
  const shelf = { rows, until: later(now, KEPT) };
  ours.set(tenant, shelf);
  // A failure is this caller's; the next one asks again.
  rows.catch(() => ours.get(tenant) === shelf && ours.delete(tenant));
  return rows;
}

/** After a change of this process: the next look is a fresh one. */
export function clearShelf(app: App, tenant: number): void {
  shelfOf(app).delete(tenant);
}

function shelfOf(app: App): Map<number, Shelf> {
  let ours = shelves.get(app);
  if (!ours) shelves.set(app, (ours = new Map()));
  return ours;
}
