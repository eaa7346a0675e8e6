import type { App } from '../app.ts';
import { takeBackAddOns } from '../add-ons/line-add-ons.ts';
import { extendAddOns } from '../add-ons/recurring.ts';
import type { Card } from '@portside/contract/payments';
import type { PrepayMonths } from '@portside/contract/prepay';
import type { Order, OrderKind } from '../checkout/order-kinds.ts';
import type { Tx } from '../db/database.ts';
import { monthsWords, renewalWords } from './renewal-wording.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { purchaseOf, queuePart } from '../emails/queue-part.ts';
import { ownerOfRow } from '../http/who.ts';
import { payPeriod, takeBackPeriod } from '../lines/periods.ts';
import { viewAnyLine, viewAnyRenewable } from '../lines/renewable.ts';
import { autopayCards, neverAgain } from './autopay-cards.ts';
import { refusedTryEmail, secondPaidEmail } from './autopay-emails.ts';
import { withOthers } from './autopay-together.ts';
import { noteRefusedTry, planCharge, trySecond } from './autopay-plan.ts';
import { lockAutopay, setAutopay } from './autopay-store.ts';
import { viewPerson } from '../account/person.ts';
import { findCard } from '../payments/cards.ts';
import { creditReferral } from '../referrals/crediting.ts';

export interface RenewalDetails {
  readonly [name: string]: string | number | boolean;
  readonly number: number;
  /** 30 days of the plan. */
  readonly planCents: number;
  /** Several months at once, and what they cost together (P10). */
  readonly months?: PrepayMonths;
  readonly termCents?: number;
  /** Asked for by autopay, not by the customer. */
  readonly autopay: boolean;
  /** The add-ons that are bought again. */
  readonly addOns?: string;
  /** What autopay charges. */
  readonly cardId?: string;
  /** The first card, in words, when this is the second one. */
  readonly insteadOf?: string;
}

/** The first card may still pay, or the customer was not quick enough. */
const isUnanswered: ReadonlySet<string> = new Set(['try_later', 'cancelled']);

export const renewalKind: OrderKind = {
  async paid(app: App, tx, order) {
    const { id: orderId, line_id: lineId, quote, details } = order;
    const {
      number,
      planCents,
      months = 1,
      termCents = planCents,
      addOns = '',
    } = details as RenewalDetails;
    const period = await payPeriod(app, tx, lineId ?? '', {
      number,
      orderId,
      planId: quote.planId,
      planName: quote.planName,
      priceCents: planCents,
      paidCents: termCents - quote.amounts.discountAmount,
      months,
    });
    if (period) {
      const bought = quote.amounts.lines.filter((line) => line.kind === 'add_on');
      const cents = bought.map((line) => line.cents);
      await extendAddOns(app, tx, { orderId, names: addOns, cents }, period);
    }
    // Whoever paid, autopay goes on with what comes after.
    if (period) await planCharge(app, tx, lineId ?? '', { known: period.line });
    if (period) await tellOfSecond(app, tx, order);
    if (period && lineId) await creditReferral(app, tx, { lineId, orderId });
    return period !== undefined;
  },
  async declined(app, tx, order, { reason, advice }) {
    const { line_id: lineId, details } = order;
    if (!lineId || !(details as RenewalDetails).autopay) return;
    const { cardId, insteadOf } = details as RenewalDetails;
    const owner = ownerOfRow(order);
    const autopay = await lockAutopay(tx, lineId);
    const line = await viewAnyRenewable(tx, lineId);
    if (!autopay || !line) return;
    const cards = await autopayCards(tx, owner, autopay);
    // Trying again only annoys the bank.
    const isForGood = reason === 'stolen_card' || advice === 'never_again';
    const never = [...neverAgain(autopay), ...(isForGood && cardId ? [cardId] : [])];
    if (isForGood) await setAutopay(tx, lineId, { never_cards: never.join(' ') });
    const isLeft = (card: Card | undefined) => card !== undefined && !never.includes(card.id);
    const isFirst = insteadOf === undefined && cardId !== cards.second?.id;
    const isNext = isFirst && isLeft(cards.second) && !isUnanswered.has(reason);
    if (isNext && autopay.is_on) return trySecond(app, tx, lineId);
    const forGood = isForGood && !isLeft(cards.first) && !isLeft(cards.second);
    const again = await noteRefusedTry(app, tx, lineId, { forGood: cardId ? forGood : isForGood });
    const brand = app.brands.byTenant(order.tenant_id);
    const person = await viewPerson(tx, owner);
    const card = (cardId && (await findCard(tx, owner, cardId))) || cards.first;
    const cents = order.quote.amounts.finalCheckoutAmount;
    const refused = { reason, again, card, cents, insteadOf };
    const email = refusedTryEmail(app, brand, person, line, refused);
    const event = await withOthers(app, tx, line, 'charged', 'refused');
    await queuePart(app, tx, brand, person.email, email, event);
    return undefined;
  },
  async returned(app, tx, { id, line_id: lineId }) {
    await takeBackPeriod(app, tx, lineId ?? '', id);
    await takeBackAddOns(app, tx, id);
    await planCharge(app, tx, lineId ?? '');
  },
  async together(app, tx, order) {
    const event = purchaseOf(order.id);
    const isAutopay = (order.details as RenewalDetails).autopay;
    const line = isAutopay ? await viewAnyLine(tx, order.line_id ?? '') : undefined;
    if (!line) return { event, isLast: true };
    return withOthers(app, tx, line, 'charged', 'paid');
  },
  words: renewalWords,
  async wordsFor(_db, { details }) {
    return (details as RenewalDetails).months ? monthsWords : renewalWords;
  },
};

/** The first card was refused, and the second one paid (P11). */
async function tellOfSecond(app: App, tx: Tx, order: Order): Promise<void> {
  const { cardId, insteadOf } = order.details as RenewalDetails;
  if (!insteadOf || !cardId) return;
  const owner = ownerOfRow(order);
  const line = await viewAnyRenewable(tx, order.line_id ?? '');
  const card = await findCard(tx, owner, cardId);
  if (!line) return;
  const brand = app.brands.byTenant(order.tenant_id);
  const person = await viewPerson(tx, owner);
  const cents = order.quote.amounts.finalCheckoutAmount;
  const email = secondPaidEmail(brand, person, line, { insteadOf, card, cents });
  await queueEmail(app, tx, brand, person.email, email);
}
