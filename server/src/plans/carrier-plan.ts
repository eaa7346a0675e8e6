import type { Query } from '../db/database.ts';
import * as store from './store.ts';

/** What the carrier calls a plan: ours, unless `carrierPlanId` in the file of plans says otherwise. */
export async function carrierPlanOf(db: Query, tenant: number, planId: string): Promise<string> {
  return (await store.planEver(db, tenant, planId))?.carrier_plan_id ?? planId;
}
