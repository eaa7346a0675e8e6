import type { App } from '../app.ts';
import { later, seconds } from '../clock.ts';
import * as store from './store.ts';

const CACHED_FOR = seconds(2);

interface CacheEntry {
  readonly rows: Promise<store.PlanRow[]>;
  readonly until: Date;
}

const caches = new WeakMap<App, Map<number, CacheEntry>>();

/**
 * The plans on sale, as they were at most two seconds ago: every page and every price list asks, and
 * they change a few times a year. What is bought is read from the database itself (`findPlan`).
 */
export function cachedPlans(app: App, tenant: number): Promise<store.PlanRow[]> {
  const ours = cacheOf(app);
  const cached = ours.get(tenant);
  const now = app.clock.now();
  if (cached && now < cached.until) return cached.rows;
  const rows = store.plansOnSale(app.db.query, tenant);
  const entry = { rows, until: later(now, CACHED_FOR) };
  ours.set(tenant, entry);
  // A failure is this caller's; the next one asks again.
  rows.catch(() => ours.get(tenant) === entry && ours.delete(tenant));
  return rows;
}

/** After a change of this process: the next look is a fresh one. */
export function clearPlanCache(app: App, tenant: number): void {
  cacheOf(app).delete(tenant);
}

function cacheOf(app: App): Map<number, CacheEntry> {
  let ours = caches.get(app);
  if (!ours) caches.set(app, (ours = new Map()));
  return ours;
}
