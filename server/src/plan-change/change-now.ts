import type { OrderAnswer } from '@portside/contract/checkout';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type * as calls from '@portside/contract/plan-change';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { isPaid, type LineQuote, orderDetails } from '../checkout/line-orders.ts';
import { payForLine } from '../checkout/pay-for-line.ts';
import { isToEnd } from '../lines/endings.ts';
import { nextPeriod } from '../lines/periods.ts';
import { viewRenewable, type Renewable } from '../lines/renewable.ts';
import { dollars } from '../money.ts';
import { type PlanChangeDetails, quotedCuts } from './plan-change-kind.ts';
import { isDisputed } from './plan-quote.ts';
import * as store from './store.ts';

type Call = typeof calls.changePlan;

/** Once, whatever is repeated or lost. */
export async function changeNow(
  app: App,
  who: Customer,
  line: Renewable,
  quote: LineQuote,
  input: ParsedInputOf<Call> & { idempotencyKey: string },
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const db = app.db.query;
  const sale = { kind: 'plan_change', lineId: line.id } as const;
  const paysFor = quote.pays_for ?? '';
  if (await isPaid(db, { lineId: line.id, paysFor })) return refused('already_paid');
  if (await store.openChange(db, line.id)) return refused('next_plan_paid');
  const isWanted = async (query: Query) => {
    const now = await viewRenewable(query, who, line.id);
    if (await isToEnd(query, line.id)) return false;
    if (!now || now.plan.id === quote.plan_id || !isAsQuoted(app, now, quote)) return false;
    if (await isDisputed(query, now.periods, app.clock.now())) return false;
    return (await store.openChange(query, line.id)) === undefined;
  };
  if (!(await isWanted(db))) return refused('quote_expired');
  const answer = await payForLine(app, who, sale, quote, input, isWanted);
  return answer instanceof Refused ? answer : answerWith(app, answer);
}

/** The same period comes next, and the same days are unused. */
export function isAsQuoted(app: App, { periods }: Renewable, quote: LineQuote): boolean {
  const details = quote.details as PlanChangeDetails;
  const { number } = nextPeriod(periods, app.clock.now());
  if (number !== details.number) return false;
  return details.when === 'renewal' || quotedCuts(periods, details) !== undefined;
}

export async function answerWith(app: App, answer: OrderAnswer): Promise<OutputOf<Call>> {
  const details = await orderDetails(app.db.query, answer.orderId);
  const left = Number(details?.['leftCents'] ?? 0);
  return { ...answer, ...(left > 0 && { creditLeft: dollars(left) }) };
}
