import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { keyMissing } from '@portside/contract/paying';
import type * as calls from '@portside/contract/plan-change';
import type { App } from '../app.ts';
import { invalid, Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import {
  findLineQuote,
  findTry,
  type LineQuote,
  usableLineQuote,
} from '../checkout/line-orders.ts';
import type { Renewable } from '../lines/renewable.ts';
import { findPlan } from '../plans/plans.ts';
import { noteChange } from './change-later.ts';
import { answerWith, changeNow, isAsQuoted } from './change-now.ts';
import type { PlanChangeDetails } from './plan-change-kind.ts';
import { freshQuote, onWire, requireLine } from './plan-quote.ts';

type Call = typeof calls.changePlan;
type Answer = OutputOf<Call> | Refused<ReasonOf<Call>>;

/** As it was quoted (K08, K09). @throws No `not_found`, also for another customer's line */
export async function changePlan(
  app: App,
  who: Customer,
  input: ParsedInputOf<Call>,
): Promise<Answer> {
  const line = await requireLine(app, who, input.id);
  const sale = { kind: 'plan_change', lineId: line.id } as const;
  const { idempotencyKey: key } = input;
  const tried = key && (await findTry(app, who, sale, key));
  if (tried) return answerWith(app, tried);
  if (line.status === 'ended') return refused('line_ended');
  const busy = await lineBusy(app.db.query, line.id, 'plan_change', who);
  if (busy) return busy;
  const quote = await usableLineQuote(app, who.tenant, input.quoteId, sale);
  if (!quote) return quoteAgain(app, who, line, input.quoteId);
  const plan = await findPlan(app, who.tenant, quote.plan_id);
  if (!plan) return refused('unknown_plan');
  if ((quote.details as PlanChangeDetails).when === 'renewal') {
    if (!isAsQuoted(app, line, quote)) return quoteAgain(app, who, line, quote.id);
    const noted = await noteChange(app, who, line, quote);
    return noted ?? quoteAgain(app, who, line, quote.id);
  }
  if (!key) throw invalid('idempotencyKey', keyMissing);
  const placed = await changeNow(app, who, line, quote, { ...input, idempotencyKey: key });
  const isOld = placed instanceof Refused && placed.reason === 'quote_expired';
  return isOld ? quoteAgain(app, who, line, quote.id) : placed;
}

/** With a new quote, if there can be one. */
async function quoteAgain(
  app: App,
  who: Customer,
  line: Renewable,
  quoteId: string,
): Promise<Refused<ReasonOf<Call>>> {
  const old: LineQuote | undefined = await findLineQuote(app, who.tenant, quoteId, 'plan_change');
  if (!old) return refused('quote_expired');
  const now = await requireLine(app, who, line.id);
  const { when } = old.details as PlanChangeDetails;
  const quote = await freshQuote(app, who, now, { planId: old.plan_id, when });
  if (quote instanceof Refused) return quote;
  return refused('quote_expired', { quote: onWire(app, who, now, quote) });
}
