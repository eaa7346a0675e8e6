import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { listPrices as listPricesCall } from '@portside/contract/plans';
import type { App } from '../app.ts';
import { describeCoverage } from '../coverage/coverage.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { dollars } from '../money.ts';
import * as plans from '../plans/plans.ts';
import { coveredPlace, priceOf } from './plan-price.ts';
import { writeLines } from '../payments/bill-lines.ts';

type Call = typeof listPricesCall;

/** Not stored: the quote of the checkout is what is charged. */
export async function listPrices(
  app: App,
  who: Visitor,
  { zipCode }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const place = await coveredPlace(app, who.tenant, zipCode);
  if (!place) return refused('no_coverage');
  const { state, network } = place;
  const onSale = await plans.plansOnSale(app, who.tenant);
  const priced = onSale.map(async (plan) => {
    const sale = { plan, place: { zipCode, state } };
    const [today, monthly] = await Promise.all([
      priceOf(app, who.brand, { ...sale, first: true }),
      priceOf(app, who.brand, { ...sale, first: false }),
    ]);
    return {
      estimated: today.estimated,
      price: {
        planId: plan.id,
        today: dollars(today.totalCents),
        monthly: dollars(monthly.totalCents),
        lines: writeLines(today.lines, who.language),
      },
    };
  });
  const all = await Promise.all(priced);
  return {
    prices: all.map((one) => one.price),
    state,
    estimated: all.some((one) => one.estimated),
    coverage: describeCoverage(who.language, zipCode, network),
  };
}
