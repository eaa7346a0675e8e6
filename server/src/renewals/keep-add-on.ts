import type { keepAddOn as keepAddOnCall } from '@portside/contract/add-ons';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { stoppedDue } from '../add-ons/recurring.ts';
import { isRecurring, takeStopBack } from '../add-ons/stop.ts';
import type { App } from '../app.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { addOnPrice } from '../checkout/plan-price.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { isToEnd } from '../lines/endings.ts';
import { lockForWork } from '../lines/line-work.ts';
import { viewRenewable } from '../lines/renewable.ts';
import { sumUp } from '../payments/amounts.ts';
import { say } from '../words/say.ts';
import { retellCharge } from './autopay-plan.ts';
import { nextAmount, placeOf } from './next-bill.ts';

type Call = typeof keepAddOnCall;

/**
 * Takes a stop back, until the days end, and tells autopay. Harmless when repeated.
 * @throws No `not_found`, also for another customer's line
 */
export async function keepAddOn(
  app: App,
  who: Customer,
  { id: lineId, addOnId }: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const line = await viewRenewable(app.db.query, who, lineId);
  if (!line) throw notFound();
  if (line.status === 'ended') return refused('line_ended');
  const one = { lineId, addOnId };
  let total = await nextAmount(app, who, line);
  for (const { name, cents } of await stoppedDue(app, who.tenant, {
    ...one,
    periods: line.periods,
  })) {
    const { lines } = await addOnPrice(app, who.tenant, { name, cents }, placeOf(line));
    total += sumUp(lines).finalCheckoutAmount;
  }
  return app.db.transaction(async (tx) => {
    await lockForWork(tx, lineId);
    if (await isToEnd(tx, lineId)) return refused('line_ends');
    const busy = await lineBusy(tx, lineId, 'add_on_stop', who);
    if (busy) return busy;
    if (!(await isRecurring(tx, one))) {
      if (!(await takeStopBack(app, tx, one))) return refused('not_stopped');
      await retellCharge(app, tx, lineId, { ...who, totalCents: total });
    }
    return { message: say(who.language, 'You buy it again with the next 30 days.') };
  });
}
