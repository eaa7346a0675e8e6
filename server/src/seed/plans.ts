import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { importPlans } from '../plans/plans.ts';

interface PlanInFile {
  id: string;
  retailName: string;
  retailPrice: number;
  popular?: boolean;
  flag: number;
}

export async function seedPlans(app: App, brand: Brand): Promise<void> {
  await importPlans(app, brand.client.mvnoId, await plansFile(brand));
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
