import type { Query } from '../db/database.ts';
import type { PlanLimits } from './plan-file.ts';
import * as addOnStore from './add-on-store.ts';
import * as store from './store.ts';

export interface LimitsOfPlan extends PlanLimits {
  /** Null: as much as one likes. */
  dataGb: number | null;
  /** Of data, once that is used up; in the reader's language. */
  slowedTo: string | null;
}

/** Of plans on sale or off, by their ids. */
export async function planLimits(
  db: Query,
  { tenant, language }: { tenant: number; language: string },
  planIds: readonly string[],
): Promise<ReadonlyMap<string, LimitsOfPlan>> {
  const rows = await store.plansEver(db, tenant, planIds);
  return new Map(rows.map((row) => [row.id, limitsOf(row, language)]));
}

function limitsOf(row: store.PlanRow, language: string): LimitsOfPlan {
  const terms = (language === 'es' && row.es?.terms) || row.terms;
  return { ...row.limits, dataGb: row.data_gb, slowedTo: terms?.slowedTo ?? null };
}

/** Add-ons on sale that give data. */
export async function dataOnSale(
  db: Query,
  tenant: number,
): Promise<{ name: string; cents: number }[]> {
  const all = await addOnStore.addOnsOnSale(db, tenant);
  const withData = all.filter(({ megabytes }) => megabytes !== null);
  return withData.map((one) => ({ name: one.name, cents: one.price_cents }));
}
