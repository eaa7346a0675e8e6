import type { ReasonOf } from '@portside/contract/endpoint';
import type { quotePlanChange } from '@portside/contract/plan-change';
import type { App } from '../app.ts';
import { usableLineQuote } from '../checkout/line-orders.ts';
import { refused, Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { changePlan } from './change-plan.ts';
import type { PlanChangeDetails } from './plan-change-kind.ts';

type Why = ReasonOf<typeof quotePlanChange> | 'quote_expired' | 'already_paid';

/** For staff: a quote for the next payment alone. @returns undefined once it is noted */
export async function notePlan(
  app: App,
  who: Customer,
  { id, quoteId }: { id: string; quoteId: string },
): Promise<Refused<Why> | undefined> {
  const sale = { kind: 'plan_change', lineId: id } as const;
  const quote = await usableLineQuote(app, who.tenant, quoteId, sale);
  // One that charges a card now is none of theirs.
  if ((quote?.details as PlanChangeDetails | undefined)?.when !== 'renewal') {
    return refused('quote_expired');
  }
  const answer = await changePlan(app, who, { id, quoteId });
  if (!(answer instanceof Refused)) return undefined;
  return answer.reason === 'quote_expired'
    ? refused('quote_expired')
    : (answer as Refused<Exclude<Why, 'quote_expired'>>);
}
