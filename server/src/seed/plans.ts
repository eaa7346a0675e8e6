import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { hasPlans, importPlans } from '../plans/plans.ts';

interface PlanInFile {
  id: string;
  retailName: string;
  retailPrice: number;
  prepay?: { months: number; price: number }[];
  popular?: boolean;
  flag: number;
}

export async function seedPlans(app: App, brand: Brand): Promise<void> {
  await importPlans(app, brand.client.mvnoId, await plansFile(brand));
}

/**
 * At the start: puts the plans of a brand's folder on sale where it has none at all, so that no shop
 * opens empty. What an operator imported, or took off sale, stays. Harmless when several do it. A
 * brand whose plans cannot be used opens without any, and the log and the doctor say so.
 */
export async function stockEmptyShops(app: App): Promise<void> {
  for (const brand of app.brands.all) {
    if (await hasPlans(app, brand.client.mvnoId)) continue;
    try {
      await seedPlans(app, brand);
      app.log.info({ brand: brand.id }, 'the plans of the brand’s folder are on sale now');
    } catch (error) {
      app.log.error({ error, brand: brand.id }, 'the plans of the brand’s folder cannot be used');
    }
  }
}

export async function popularPlan(brand: Brand): Promise<PlanInFile> {
  const file = await plansFile(brand);
  const plans = Array.isArray(file) ? file : file.plans;
  const plan = plans.find((one) => one.popular) ?? plans[0];
  if (!plan) throw new Error(`${brand.folder}/plans.json has no plan`);
  return plan;
}

export async function plansFile(brand: Brand): Promise<PlanInFile[] | { plans: PlanInFile[] }> {
  const text = await readFile(join(brand.folder, 'plans.json'), 'utf8');
  return JSON.parse(text) as PlanInFile[] | { plans: PlanInFile[] };
}
