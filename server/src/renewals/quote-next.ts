import type { PrepayOffer } from '@portside/contract/prepay';
import type { App } from '../app.ts';
import { namesOf } from '../add-ons/recurring.ts';
import type { Brand } from '../brands/brands.ts';
import type { Owner } from '../http/who.ts';
import { type LineQuote, quoteForLine } from '../checkout/line-orders.ts';
import { nextPeriod } from '../lines/periods.ts';
import type { Renewable } from '../lines/renewable.ts';
import { cents } from '../money.ts';
import { autopayMoment, handMoment, nextBill } from './next-bill.ts';
import type { RenewalDetails } from './renewal-kind.ts';

/** Quotes the next period of a line, for its customer or for autopay; or several months (P10). */
export async function quoteNext(
  app: App,
  { owner, brand }: { owner: Owner; brand: Brand },
  line: Renewable,
  { autopay, term }: { autopay: boolean; term?: PrepayOffer | undefined },
): Promise<LineQuote & { kind: 'renewal'; line_id: string }> {
  const now = app.clock.now();
  const { number } = nextPeriod(line.periods, now);
  const seller = { tenant: owner.tenant, brand };
  const at = (autopay ? autopayMoment : handMoment)(app, seller, line);
  const { addOns, ...sale } = await nextBill(app, seller, line, at, term);
  const planCents = sale.plan.cents;
  const details: RenewalDetails = {
    number,
    planCents,
    autopay,
    addOns: namesOf(addOns),
    ...(term && { months: term.months, termCents: cents(term.price) }),
  };
  const quote = await quoteForLine(app, owner, {
    kind: 'renewal',
    lineId: line.id,
    paysFor: `period ${number}`,
    details,
    ...sale,
  });
  return { ...quote, kind: 'renewal', line_id: line.id };
}
