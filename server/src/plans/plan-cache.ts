import type { App } from '../app.ts';
import { later, seconds } from '../clock.ts';
import * as addOnStore from './add-on-store.ts';
import * as store from './store.ts';

const CACHED_FOR = seconds(2);

interface OnSale {
  readonly plans: store.PlanRow[];
  readonly addOns: addOnStore.AddOnRow[];
}

interface CacheEntry {
  readonly rows: Promise<OnSale>;
  readonly until: Date;
}

/** By what a staff call's own `App` shares with the process. */
const caches = new WeakMap<App['jobs'], Map<number, CacheEntry>>();

/**
 * At most two seconds old: every page asks, and plans change rarely. What is bought is read from
 * the database (`findPlan`).
 */
export async function cachedPlans(app: App, tenant: number): Promise<store.PlanRow[]> {
  return (await cached(app, tenant)).plans;
}

export async function cachedAddOns(app: App, tenant: number): Promise<addOnStore.AddOnRow[]> {
  return (await cached(app, tenant)).addOns;
}

function cached(app: App, tenant: number): Promise<OnSale> {
  const ours = cacheOf(app);
  const known = ours.get(tenant);
  const now = app.clock.now();
  if (known && now < known.until) return known.rows;
  const rows = read(app, tenant);
  const entry = { rows, until: later(now, CACHED_FOR) };
  ours.set(tenant, entry);
  // Failures are not cached.
  rows.catch(() => ours.get(tenant) === entry && ours.delete(tenant));
  return rows;
}

export function clearPlanCache(app: App, tenant: number): void {
  cacheOf(app).delete(tenant);
}

function cacheOf({ jobs }: App): Map<number, CacheEntry> {
  let ours = caches.get(jobs);
  if (!ours) caches.set(jobs, (ours = new Map()));
  return ours;
}

async function read(app: App, tenant: number): Promise<OnSale> {
  const db = app.db.query;
  const [plans, addOns] = await Promise.all([
    store.plansOnSale(db, tenant),
    addOnStore.addOnsOnSale(db, tenant),
  ]);
  return { plans, addOns };
}
