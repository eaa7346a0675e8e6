import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { listPrices as listPricesCall } from '@portside/contract/plans';
import { stateOfZip } from '@portside/contract/places';
import type { App } from '../app.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { cents, dollars } from '../money.ts';
import { sumUp, writeLines } from '../payments/payments.ts';
import * as plans from '../plans/plans.ts';
import { billLines } from './bill.ts';

type Call = typeof listPricesCall;

/**
 * What every plan costs at a ZIP code, on the first day and in each month after it, made as quotes
 * are but kept nowhere: the quote of the checkout is the one that is charged.
 */
export async function listPrices(
  app: App,
  who: Visitor,
  { zipCode }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const state = stateOfZip(zipCode);
  const { covered } = await app.adapters.carrier.coverage(zipCode);
  if (!covered || !state) return refused('no_coverage');
  const { activationCents, regulatoryCents } = who.brand.fees;
  const onSale = await plans.plansOnSale(app, who.tenant);
  const priced = onSale.map(async ({ id, retailName, retailPrice }) => {
    const planCents = cents(retailPrice);
    const billOf = async (once: number) => {
      const place = { zipCode, state, planCents, activationCents: once };
      const taxes = await app.adapters.tax.taxes(place);
      const lines = billLines({
        ...{ planName: retailName, planCents, discountCents: 0, promoCode: '', regulatoryCents },
        activationCents: once,
        company: who.brand.product,
        taxes: taxes.lines,
      });
      return { lines, total: sumUp(lines).finalCheckoutAmount, estimated: taxes.estimated };
    };
    const [today, monthly] = await Promise.all([billOf(activationCents), billOf(0)]);
    return {
      estimated: today.estimated,
      price: {
        planId: id,
        today: dollars(today.total),
        monthly: dollars(monthly.total),
        lines: writeLines(today.lines, who.language),
      },
    };
  });
  const all = await Promise.all(priced);
  return {
    prices: all.map((one) => one.price),
    state,
    estimated: all.some((one) => one.estimated),
  };
}
