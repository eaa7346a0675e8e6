import type { App } from '../app.ts';
import { plansFileOf } from '../brands/brand-files.ts';
import type { Brand } from '../brands/brands.ts';
import { plansAtCarrier } from '../plans/carrier-plan.ts';
import { isSimulated } from '../settings/simulated.ts';
import { fine, type Finding, look, reasonOf, within } from './finding.ts';

/** A shop without plans sells nothing, and a line with a plan that its carrier does not have waits. */
export async function plansFindings(app: App, patienceMs: number): Promise<Finding[]> {
  const found = app.brands.all.map((brand) => {
    const about = `plans of ${brand.id}`;
    return within(about, patienceMs, async () => [await plansFinding(app, brand, about)]);
  });
  return (await Promise.all(found)).flat();
}

async function plansFinding(app: App, brand: Brand, about: string): Promise<Finding> {
  const { id, client } = brand;
  const plans = await plansAtCarrier(app, client.mvnoId);
  const file = plansFileOf(brand);
  const bring = `portside plans import ${file} --brand ${id}`;
  if (plans.length === 0) {
    const todo = `write ${file} (docs/brand.md), then ${bring}`;
    return look(about, 'none on sale: the shop is empty', todo);
  }
  const onSale = `${plans.length} on sale`;
  const { carrier } = app.adapters.of(client.mvnoId);
  const { name } = carrier;
  if (isSimulated(carrier)) return fine(about, onSale);
  if (!carrier.sellsPlan)
    return fine(about, `${onSale}; ${name} cannot be asked whether it has them`);
  try {
    const asked = plans.map(async (plan) =>
      (await carrier.sellsPlan?.(plan.atCarrier)) === false ? [plan] : [],
    );
    const lacking = (await Promise.all(asked)).flat();
    if (lacking.length === 0) return fine(about, `${onSale}, and ${name} sells each`);
    const each = lacking.map((one) =>
      one.id === one.atCarrier ? one.id : `${one.id} (there ${one.atCarrier})`,
    );
    return look(
      about,
      `${onSale}, but ${name} does not sell ${each.join(', ')}: a line with such a plan waits`,
      `correct carrierPlanId in ${file} and ${bring}, or put the plan on sale at the carrier`,
    );
  } catch (error) {
    const text = `${onSale}; ${name} could not be asked about them: ${reasonOf(error)}`;
    return look(about, text, 'look at the row “carrier”');
  }
}
