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
 * At most two seconds old: every page asks, and plans change rarely. What is bought is read from
 * the database (`findPlan`).
 */
export function cachedPlans(app: App, tenant: number): Promise<store.PlanRow[]> {
  const ours = cacheOf(app);
  const cached = ours.get(tenant);
  const now = app.clock.now();
  if (cached && now < cached.until) return cached.rows;
  const rows = store.plansOnSale(app.db.query, tenant);
  const entry = { rows, until: later(now, CACHED_FOR) };
  ours.set(tenant, entry);
  // Failures are not cached.
  rows.catch(() => ours.get(tenant) === entry && ours.delete(tenant));
  return rows;
}

export function clearPlanCache(app: App, tenant: number): void {
  cacheOf(app).delete(tenant);
}

function cacheOf(app: App): Map<number, CacheEntry> {
  let ours = caches.get(app);
  if (!ours) caches.set(app, (ours = new Map()));
  return ours;
}
