import type { Query } from '../db/database.ts';
import { addOnEver } from './add-on-store.ts';
import * as store from './store.ts';

/** What the carrier calls a plan: ours, unless `carrierPlanId` in the file of plans says otherwise. */
export async function carrierPlanOf(db: Query, tenant: number, planId: string): Promise<string> {
  return (await store.planEver(db, tenant, planId))?.carrier_plan_id ?? planId;
}

/** The same of an add-on, by `carrierAddOnId`. */
export async function carrierAddOnOf(db: Query, tenant: number, addOnId: string): Promise<string> {
  return (await addOnEver(db, tenant, addOnId))?.carrier_add_on_id ?? addOnId;
}
