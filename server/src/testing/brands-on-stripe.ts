import { type AdapterSettings, nothingOutside } from '../settings/adapter-settings.ts';
import type { Overrides } from '../app.ts';
import { openStripe } from '../adapters/payment/stripe/bench.suite.ts';
import { seedPlans } from '../seed/plans.ts';
import { callerAt } from './caller.ts';
import type { Shop } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** An account at a local Stripe. */
export type Stripe = Awaited<ReturnType<typeof openStripe>>;

export interface BrandsOnStripe<Of> {
  readonly harbor: Of;
  readonly mesa: Of;
}

export async function openStripes(now: () => Date): Promise<BrandsOnStripe<Stripe>> {
  const [harbor, mesa] = await Promise.all([
    openStripe('harbor', { now }),
    openStripe('mesa', { now }),
  ]);
  return { harbor, mesa };
}

/** What a brand is connected with: everything is the sandbox's, and paid into this account. */
export const paidInto = (
  { settings }: Pick<Stripe, 'settings'>,
  webhookSecret = settings.webhookSecret,
): AdapterSettings => ({
  ...nothingOutside.usual,
  payment: { kind: 'stripe', ...settings, webhookSecret },
});

/** Both shops with plans, and no worker: what a job would do is done by the test, or is lost. */
export async function openStripeShops(
  brands: BrandsOnStripe<AdapterSettings>,
  overrides?: Overrides,
): Promise<TestApp> {
  const app = await openTestApp({
    config: {
      roles: new Set(['api']),
      seed: 'none',
      adapters: { ...nothingOutside, brands: { ...brands } },
    },
    ...(overrides && { overrides }),
  });
  for (const brand of app.app.brands.all) await seedPlans(app.app, brand);
  return app;
}

/** @param client what a brand's own site sends along */
export const shopOf = (app: TestApp, client: Record<string, string>): Shop => ({
  anyone: callerAt(app.address, undefined, () => client),
  with: (token) => callerAt(app.address, token, () => client),
  fetch: (path, init) => app.fetch(path, init),
});
