import type { Query } from '../db/database.ts';
import type { App } from '../app.ts';
import { addOnEver } from './add-on-store.ts';
import { cachedPlans } from './plan-cache.ts';
import * as store from './store.ts';

/** What the carrier calls a plan: ours, unless `carrierPlanId` in the file of plans says otherwise. */
export async function carrierPlanOf(db: Query, tenant: number, planId: string): Promise<string> {
  return (await store.planEver(db, tenant, planId))?.carrier_plan_id ?? planId;
}

/** The same of an add-on, by `carrierAddOnId`. */
export async function carrierAddOnOf(db: Query, tenant: number, addOnId: string): Promise<string> {
  return (await addOnEver(db, tenant, addOnId))?.carrier_add_on_id ?? addOnId;
}

/** What is on sale, each with its name at the carrier. */
export async function plansAtCarrier(
  app: App,
  tenant: number,
): Promise<{ id: string; atCarrier: string }[]> {
  const rows = await cachedPlans(app, tenant);
  return rows.map(({ id, carrier_plan_id: theirs }) => ({ id, atCarrier: theirs ?? id }));
}
