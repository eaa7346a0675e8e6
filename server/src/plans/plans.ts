import type { OutputOf } from '@portside/contract/endpoint';
import type {
  listLabels as listLabelsCall,
  listPlans as listPlansCall,
  Plan,
} from '@portside/contract/plans';
import type { App } from '../app.ts';
import { notFound } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { cents, dollars } from '../money.ts';
import * as addOnStore from './add-on-store.ts';
import { editedAddOns } from './add-on-editing.ts';
import { addOnsOnSale } from './add-ons.ts';
import { labelOf } from './label.ts';
import { readPlans } from './plan-file.ts';
import { inDollars, prepayOf } from './prepay.ts';
import { notePrices } from './price-rises.ts';
import { clearPlanCache, cachedPlans } from './plan-cache.ts';
import * as store from './store.ts';
import { editedPlans } from './plan-versions.ts';
import { planVersions } from './version-store.ts';

export async function listPlans(
  app: App,
  { tenant, language }: Visitor,
): Promise<OutputOf<typeof listPlansCall>> {
  const [plans, addOns] = await Promise.all([
    plansOnSale(app, tenant, language),
    addOnsOnSale(app, tenant, language),
  ]);
  return { plans, addOns };
}

export async function plansOnSale(app: App, tenant: number, language = 'en'): Promise<Plan[]> {
  const rows = await cachedPlans(app, tenant);
  return rows.map((row) => planOf(row, language));
}

/** False for a brand that has never sold anything. */
export function hasPlans(app: App, tenant: number): Promise<boolean> {
  return store.hasPlans(app.db.query, tenant);
}

export async function viewPlan(app: App, who: Visitor, { id }: { id: string }): Promise<Plan> {
  const row = await store.planOnSale(app.db.query, who.tenant, id);
  if (!row) throw notFound();
  return planOf(row, who.language);
}

export async function findPlan(app: App, tenant: number, id: string): Promise<Plan | undefined> {
  const row = await store.planOnSale(app.db.query, tenant, id);
  return row && planOf(row, 'en');
}

/** Empty where the brand's duties do not ask for labels (47 CFR 8.1). */
export async function listLabels(
  app: App,
  { tenant, brand, language }: Pick<Visitor, 'tenant' | 'brand' | 'language'>,
): Promise<OutputOf<typeof listLabelsCall>> {
  const { broadbandLabels, machineReadableLabels: files, openLabels: open } = brand.duties;
  const rows = broadbandLabels ? await cachedPlans(app, tenant) : [];
  const addOns = await addOnsOnSale(app, tenant, language);
  const labels = rows.flatMap((row) => labelOf(row, brand, language, addOns) ?? []);
  return { labels, files, open };
}

/**
 * Puts a file's plans and add-ons on sale and takes the tenant's others off; lines and orders keep
 * theirs. @returns how many are in the file; add-ons only if it names them
 * @throws Error naming each wrong field, or each plan that the console has edited otherwise
 */
export async function importPlans(
  app: App,
  tenant: number,
  file: unknown,
): Promise<{ plans: number; addOns: number | undefined }> {
  const { plans, addOns, problems } = readPlans(app.brands.byTenant(tenant), file);
  if (problems.length > 0) {
    throw new Error(`The plans are not usable:\n${problems.map((one) => `  - ${one}`).join('\n')}`);
  }
  const rows = plans.map((plan, position) => ({
    tenant_id: tenant,
    id: plan.id,
    position,
    nickname: plan.nickname,
    retail_name: plan.retailName,
    retail_description: plan.retailDescription,
    price_cents: cents(plan.retailPrice),
    popular: plan.popular,
    flag: plan.flag,
    data_gb: plan.dataGb,
    limits: plan.limits ?? null,
    on_sale: true,
    label: plan.label ?? null,
    terms: plan.terms ?? null,
    prepay: prepayOf(plan.prepay),
    es: plan.es ?? null,
    carrier_plan_id: plan.carrierPlanId ?? null,
  }));
  const addOnRows = addOns?.map((one, position) => ({
    tenant_id: tenant,
    id: one.id,
    position,
    name: one.name,
    description: one.description ?? '',
    price_cents: cents(one.price),
    megabytes: one.megabytes ?? null,
    recurring: one.recurring,
    on_sale: true,
    es: one.es ?? null,
    carrier_add_on_id: one.carrierAddOnId ?? null,
  }));
  await app.db.transaction(async (tx) => {
    const before = await store.lockPrices(tx, tenant);
    const edited = await planVersions.versionsOf(tx, tenant);
    const lost = editedPlans(edited, await store.allPlans(tx, tenant), rows);
    if (addOnRows) lost.push(...(await editedAddOns(tx, tenant, addOnRows)));
    if (lost.length > 0) throw new Error(editedInConsole(lost));
    await store.savePlans(tx, tenant, rows);
    await notePrices(app, tx, tenant, { before, now: rows });
    if (addOnRows) await addOnStore.saveAddOns(tx, tenant, addOnRows);
  });
  clearPlanCache(app, tenant);
  return { plans: rows.length, addOns: addOnRows?.length };
}

const editedInConsole = (ids: readonly string[]) =>
  `Nothing was imported. The console has edited ${ids.join(', ')}, and the file says otherwise: ` +
  'change them in the console, or write into the file what the console says.';

export function planOf(row: store.PlanRow, language: string): Plan {
  const words = language === 'es' ? row.es : null;
  return {
    id: row.id,
    nickname: row.nickname,
    mdn: '',
    retailName: row.retail_name,
    retailDescription: words?.retailDescription ?? row.retail_description,
    retailPrice: dollars(row.price_cents),
    popular: row.popular,
    flag: row.flag,
    dataGb: row.data_gb,
    ...(row.terms && { terms: words?.terms ?? row.terms }),
    ...(row.prepay && { prepay: row.prepay.map(inDollars) }),
  };
}
