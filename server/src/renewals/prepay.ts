import type { PrepayOffer } from '@portside/contract/prepay';
import { addOnsDue } from '../add-ons/recurring.ts';
import type { App } from '../app.ts';
import type { Customer } from '../http/who.ts';
import type { Renewable } from '../lines/renewable.ts';
import { cents } from '../money.ts';
import { findPlan } from '../plans/plans.ts';
import { say } from '../words/say.ts';
import { handMoment, nextPlan } from './next-bill.ts';
import { scheduledPlan } from './next-plan-store.ts';

export interface Prepaying {
  prepay: PrepayOffer[];
  /** Why there is none, where the plan has some. */
  prepayNote?: string;
}

/**
 * Several months at once of the plan that goes on (P10). None while another plan is noted for the next
 * payment, nor with an add-on that is bought anew each 30 days; none that costs more than paying 30
 * days at a time at the price that this line has.
 */
export async function prepayingOf(app: App, who: Customer, line: Renewable): Promise<Prepaying> {
  const { tenant, brand, language } = who;
  if (await scheduledPlan(app.db.query, line.id)) return { prepay: [] };
  const plan = await nextPlan(app, tenant, line, handMoment(app, { brand }, line));
  const onSale = await findPlan(app, tenant, plan.id);
  const prepay = (onSale?.prepay ?? []).filter(
    (one) => cents(one.price) <= one.months * plan.cents,
  );
  const [addOn] = prepay.length > 0 ? await addOnsDue(app, tenant, line.id) : [];
  if (!addOn) return { prepay };
  const prepayNote = say(
    language,
    'This line buys {addOn} each 30 days, so it’s paid 30 days at a time. Stop {addOn} to pay for several months at once.',
    { addOn: addOn.name },
  );
  return { prepay: [], prepayNote };
}
