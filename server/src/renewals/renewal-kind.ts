import type { App } from '../app.ts';
import { takeBackAddOns } from '../add-ons/line-add-ons.ts';
import { extendAddOns } from '../add-ons/recurring.ts';
import type { OrderKind } from '../checkout/order-kinds.ts';
import { renewalWords } from './renewal-wording.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { ownerOfRow } from '../http/who.ts';
import { payPeriod, takeBackPeriod } from '../lines/periods.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { refusedTryEmail } from './autopay-emails.ts';
import { noteRefusedTry, planCharge } from './autopay-plan.ts';
import { viewPerson } from '../account/person.ts';
import { cardsOf } from '../payments/cards.ts';

export interface RenewalDetails {
  readonly [name: string]: string | number | boolean;
  readonly number: number;
  readonly planCents: number;
  /** Asked for by autopay, not by the customer. */
  readonly autopay: boolean;
  /** The add-ons that are bought again. */
  readonly addOns?: string;
}

export const renewalKind: OrderKind = {
  async paid(app: App, tx, { id: orderId, line_id: lineId, quote, details }) {
    const { number, planCents, addOns = '' } = details as RenewalDetails;
    const period = await payPeriod(app, tx, lineId ?? '', {
      number,
      orderId,
      planId: quote.planId,
      planName: quote.planName,
      priceCents: planCents,
      paidCents: planCents - quote.amounts.discountAmount,
    });
    if (period) {
      const bought = quote.amounts.lines.filter((line) => line.kind === 'add_on');
      const cents = bought.map((line) => line.cents);
      await extendAddOns(app, tx, { orderId, names: addOns, cents }, period);
    }
    // Whoever paid, autopay goes on with what comes after.
    if (period) await planCharge(app, tx, lineId ?? '');
    return period !== undefined;
  },
  async declined(app, tx, order, { reason, advice }) {
    const { line_id: lineId, details } = order;
    if (!lineId || !(details as RenewalDetails).autopay) return;
    // Trying again only annoys the bank.
    const forGood = reason === 'stolen_card' || advice === 'never_again';
    const again = await noteRefusedTry(app, tx, lineId, { forGood });
    const line = await viewAnyRenewable(tx, lineId);
    if (!line) return;
    const brand = app.brands.byTenant(order.tenant_id);
    const owner = ownerOfRow(order);
    const person = await viewPerson(tx, owner);
    const card = (await cardsOf(tx, owner)).find((one) => one.primaryCard);
    const cents = order.quote.amounts.finalCheckoutAmount;
    const email = refusedTryEmail(app, brand, person, line, { reason, again, card, cents });
    await queueEmail(app, tx, brand, person.email, email);
  },
  async returned(app, tx, { id, line_id: lineId }) {
    await takeBackPeriod(app, tx, lineId ?? '', id);
    await takeBackAddOns(app, tx, id);
    await planCharge(app, tx, lineId ?? '');
  },
  words: renewalWords,
};
