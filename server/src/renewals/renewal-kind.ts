import type { App } from '../app.ts';
import type { OrderKind } from '../checkout/order-kinds.ts';
import { renewalWords } from './renewal-wording.ts';
import { payPeriod, takeBackPeriod } from '../lines/periods.ts';

export interface RenewalDetails {
  readonly [name: string]: string | number | boolean;
  readonly number: number;
  readonly planCents: number;
}

export const renewalKind: OrderKind = {
  async paid(app: App, tx, { id: orderId, line_id: lineId, quote, details }) {
    const { number, planCents } = details as RenewalDetails;
    const period = await payPeriod(app, tx, lineId ?? '', {
      number,
      orderId,
      ...{ planId: quote.planId, planName: quote.planName },
      priceCents: planCents,
      paidCents: quote.amounts.orderTotal - quote.amounts.discountAmount,
    });
    return period !== undefined;
  },
  returned: (app, tx, { id, line_id: lineId }) => takeBackPeriod(app, tx, lineId ?? '', id),
  words: renewalWords,
};
